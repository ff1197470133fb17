import { getRouteApi, Navigate } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { Conversation } from '../../../api/shapes.ts';
import { code } from '../../../live/code-loader.ts';
import { isAbsent } from '../../../live/polls.ts';
import { useCan } from '../../../session/session.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ErrorNotice, ErrorState, Skeleton } from '../../../ui/query-states.tsx';
import { TabPanel, Tabs } from '../../../ui/tabs.tsx';
import { ConversationEvents } from '../events/conversation-events.tsx';
import { ForkFromEvent } from '../events/fork-from-event.tsx';
import { useConversation } from '../queries.ts';
import { StartProgress } from '../start/start-progress.tsx';
import { StartWarnings } from '../start/start-warnings.tsx';
import { useLastStart, useStartTask } from '../start/use-start-task.ts';
import { BudgetNotice } from './budget-notice.tsx';
import { ConversationHeader } from './conversation-header.tsx';
import { DetailsPanel } from './details-panel.tsx';
import { StateNotice } from './state-notice.tsx';

const route = getRouteApi('/conversations/$conversationId');

export function ConversationPage() {
  const { conversationId } = route.useParams();
  const { data: conversation, error, refetch } = useConversation(conversationId);
  if (isAbsent(error)) return <StartOrNothing id={conversationId} />;
  if (!conversation) {
    return (
      <>
        <PageHeader title="Conversation" />
        {error ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton rows={8} />}
      </>
    );
  }
  return (
    // On large screens, the events fill the remaining height.
    <div className="flex min-w-0 flex-col gap-5 xl:min-h-[calc(100dvh-4rem)]">
      <ConversationHeader conversation={conversation} />
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      <StateNotice conversation={conversation} />
      <BudgetNotice conversation={conversation} />
      <StartWarnings warnings={conversation.warnings} />
      <div className="grid flex-1 gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <ConversationTabs conversation={conversation} />
        <DetailsPanel conversation={conversation} />
      </div>
    </div>
  );
}

/** Programs also print the ID of a start, such as `openhands cloud` for one that takes longer than it waits. */
function StartOrNothing({ id }: { readonly id: string }) {
  const { data: task, isPending } = useStartTask(id);
  if (isPending) return <Skeleton rows={8} />;
  if (!task) return <NoSuchConversation />;
  return <Navigate params={{ conversationId: task.conversation_id }} replace to="/conversations/$conversationId" />;
}

function NoSuchConversation() {
  return (
    <>
      <PageHeader title="Conversation not found" />
      <EmptyState
        action={<ButtonLink to="/conversations">Go to conversations</ButtonLink>}
        icon={Compass}
        title="This conversation does not exist"
      >
        It was deleted, or it belongs to another owner. Find it in the list, or sign in with a key of its owner.
      </EmptyState>
    </>
  );
}

const ChangesView = lazy(async () => ({
  default: (await code.load(() => import('../changes/changes-view.tsx'))).ChangesView,
}));
const FilesView = lazy(async () => ({ default: (await code.load(() => import('../files/files-view.tsx'))).FilesView }));

const ModelCalls = lazy(async () => ({
  default: (await code.load(() => import('../../usage/model-calls.tsx'))).ModelCalls,
}));

const always = [
  { value: 'events', label: 'Events' },
  { value: 'changes', label: 'Changes' },
  { value: 'files', label: 'Files' },
];
const models = { value: 'models', label: 'Model requests' };

function ConversationTabs({ conversation }: { readonly conversation: Conversation }) {
  const { tab = 'events' } = route.useSearch();
  const navigate = route.useNavigate();
  const tabs = useCan()('GET /api/v1/model-calls') ? [...always, models] : always;
  const value = tabs.some((one) => one.value === tab) ? tab : 'events';
  return (
    <Tabs
      label="Conversation views"
      onChange={(next) => navigate({ search: next === 'events' ? {} : { tab: next }, resetScroll: false })}
      tabs={tabs}
      value={value}
    >
      <TabPanel value="events">
        <Events conversation={conversation} />
      </TabPanel>
      <TabPanel value="changes">
        <Suspense fallback={<Skeleton />}>
          <ChangesView conversation={conversation} />
        </Suspense>
      </TabPanel>
      <TabPanel value="files">
        <Suspense fallback={<Skeleton />}>
          <FilesView conversation={conversation} />
        </Suspense>
      </TabPanel>
      <TabPanel value={models.value}>
        <Suspense fallback={<Skeleton />}>
          <ModelCalls conversationId={conversation.id} key={conversation.id} />
        </Suspense>
      </TabPanel>
    </Tabs>
  );
}

/** The steps of a start, then the events. */
function Events({ conversation }: { readonly conversation: Conversation }) {
  const { task, isUnderWay } = useLastStart(conversation);
  if (task && isUnderWay) {
    return (
      <Card>
        <StartProgress task={task} />
      </Card>
    );
  }
  return (
    <div className="relative h-[calc(100dvh-15rem)] min-h-96 self-stretch xl:h-auto">
      <div className="absolute inset-0">
        <ForkFromEvent conversation={conversation} key={conversation.id}>
          <ConversationEvents conversation={conversation} />
        </ForkFromEvent>
      </div>
    </div>
  );
}
