import { getRouteApi, Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { buttonClasses } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { isNotFound, useConversation } from '../queries.ts';
import { ConversationHeader } from './conversation-header.tsx';
import { ConversationTabs } from './conversation-tabs.tsx';
import { DetailsPanel } from './details-panel.tsx';
import { StateNotice } from './state-notice.tsx';

const route = getRouteApi('/conversations/$conversationId');

/** One conversation: what is said and done in it, what it changed, and what can be done with it. */
export function ConversationPage() {
  const { conversationId } = route.useParams();
  const { data: conversation, error, refetch } = useConversation(conversationId);
  if (isNotFound(error)) return <NoSuchConversation />;
  if (!conversation) {
    return (
      <>
        <PageHeader title="Conversation" />
        {error ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton rows={8} />}
      </>
    );
  }
  return (
    // On large screens the events take the height that the rest leaves.
    <div className="flex min-w-0 flex-col gap-5 xl:min-h-[calc(100dvh-4rem)]">
      <ConversationHeader conversation={conversation} />
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      <StateNotice conversation={conversation} />
      <div className="grid flex-1 gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <ConversationTabs conversation={conversation} />
        <DetailsPanel conversation={conversation} />
      </div>
    </div>
  );
}

function NoSuchConversation() {
  return (
    <>
      <PageHeader title="Conversation not found" />
      <EmptyState
        action={
          <Link className={buttonClasses('primary')} to="/conversations">
            To the conversations
          </Link>
        }
        icon={<Compass aria-hidden />}
        title="There is no such conversation"
      >
        It was deleted, or it belongs to another owner. Look for it in the list, or sign in with a key of its owner.
      </EmptyState>
    </>
  );
}
