import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router';
import { Compass, LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import type { StartTask } from '../../../api/shapes.ts';
import { useCan, useSelf } from '../../../session/session.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { QueryStates } from '../../../ui/query-states.tsx';
import { Reason } from '../../../ui/reason.tsx';
import { DeleteDialog } from '../actions/delete-dialog.tsx';
import { useConversation } from '../queries.ts';
import { DirectModelLink } from './direct-model-link.tsx';
import { draftOf } from './start-draft.ts';
import { StartForm } from './start-form.tsx';
import { StartProgress } from './start-progress.tsx';
import { useStartTask } from './use-start-task.ts';

const route = getRouteApi('/conversations/new');

/** The form of a start, or the progress of the start in the URL. */
export function NewConversationPage() {
  const { task, snapshot } = route.useSearch();
  const can = useCan();
  const self = useSelf();
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-5">
      <PageHeader title="Start a conversation">
        {task === undefined
          ? 'The agent gets its own sandbox and starts with your message.'
          : 'The steps of the start, with the time that each takes.'}
      </PageHeader>
      {task !== undefined ? (
        <StartOf key={task} taskId={task} />
      ) : can('POST /api/v1/app-conversations') ? (
        <Card>
          <StartForm key={snapshot} snapshotId={snapshot} />
        </Card>
      ) : (
        <EmptyState icon={LockKeyhole} title={`${self} cannot start conversations`}>
          Starting a conversation requires a role or a key with the scope <b>conversations:write</b>.
        </EmptyState>
      )}
    </div>
  );
}

/** The progress of a start; navigates to its conversation as soon as that is ready. */
function StartOf({ taskId }: { readonly taskId: string }) {
  const query = useStartTask(taskId);
  return (
    <QueryStates query={query}>
      {(task) => {
        if (task === null) return <NoSuchStart />;
        if (task.status === 'ERROR') return <FailedStart task={task} />;
        if (task.app_conversation_id !== null) {
          return (
            <Navigate
              params={{ conversationId: task.app_conversation_id }}
              replace
              to="/conversations/$conversationId"
            />
          );
        }
        const { message, title } = draftOf(task.request);
        return (
          <Card
            actions={<DropStart conversationId={task.conversation_id} label="Cancel start" />}
            title={title || 'Starting'}
          >
            <div className="grid gap-5">
              <StartProgress task={task} />
              {message !== '' && (
                <blockquote className="line-clamp-6 whitespace-pre-wrap break-words border-line-strong border-l-2 pl-3 text-ink-soft text-sm">
                  {message}
                </blockquote>
              )}
            </div>
          </Card>
        );
      }}
    </QueryStates>
  );
}

function NoSuchStart() {
  return (
    <EmptyState
      action={<ButtonLink to="/conversations">Go to conversations</ButtonLink>}
      icon={Compass}
      title="Start not found"
    >
      Its conversation was deleted, or it belongs to another owner.
    </EmptyState>
  );
}

/** Where and why a start failed, with the form and its values. */
function FailedStart({ task }: { readonly task: StartTask }) {
  const can = useCan();
  return (
    <>
      <Card actions={<DropStart conversationId={task.conversation_id} label="Delete conversation" />} title="Steps">
        <div className="grid gap-4">
          <StartProgress task={task} />
          <Notice title="This conversation failed to start" tone="bad">
            <Reason text={task.detail ?? 'No reason was given.'} />
            <DirectModelLink reason={task.detail} />
          </Notice>
        </div>
      </Card>
      {can('POST /api/v1/app-conversations') && (
        <Card title="Message and settings">
          <StartForm failedId={task.conversation_id} initial={draftOf(task.request)} key={task.id} />
        </Card>
      )}
    </>
  );
}

interface Props {
  readonly conversationId: string;
  readonly label: string;
}

/** Deletes the conversation of a start that is no longer wanted. */
function DropStart({ conversationId, label }: Props) {
  const [isAsking, setAsking] = useState(false);
  const can = useCan();
  const navigate = useNavigate();
  const { data: conversation } = useConversation(conversationId);
  if (!can('DELETE /api/v1/app-conversations/{conversation_id}')) return null;
  return (
    <>
      <Button disabled={!conversation} onClick={() => setAsking(true)} variant="quiet">
        {label}
      </Button>
      {isAsking && conversation && (
        <DeleteDialog
          conversation={conversation}
          onClose={() => setAsking(false)}
          onDeleted={() => navigate({ to: '/conversations' })}
        />
      )}
    </>
  );
}
