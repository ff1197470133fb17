import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Conversation } from '../../../api/shapes.ts';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TabPanel, Tabs } from '../../../ui/tabs.tsx';
import { ConversationEvents } from '../events/conversation-events.tsx';
import { StartProgress } from '../start/start-progress.tsx';
import { useLastStart } from './use-last-start.ts';

const ChangesView = lazy(async () => ({ default: (await import('../changes/changes-view.tsx')).ChangesView }));
const FilesView = lazy(async () => ({ default: (await import('../files/files-view.tsx')).FilesView }));

const route = getRouteApi('/conversations/$conversationId');

const tabs = [
  { value: 'events', label: 'Events' },
  { value: 'changes', label: 'Changes' },
  { value: 'files', label: 'Files' },
];

/** What happened in a conversation, what it changed, and the files that are there. */
export function ConversationTabs({ conversation }: { readonly conversation: Conversation }) {
  const { tab = 'events' } = route.useSearch();
  const navigate = route.useNavigate();
  const value = tabs.some((one) => one.value === tab) ? tab : 'events';
  return (
    <Tabs
      label="Parts of the conversation"
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
    </Tabs>
  );
}

/** The steps of the start, and from its end on what is said and done. */
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
        <ConversationEvents conversation={conversation} />
      </div>
    </div>
  );
}
