import { Link, Navigate } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { buttonClasses } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryStates } from '../../../ui/query-states.tsx';
import { DropStart } from './drop-start.tsx';
import { FailedStart } from './failed-start.tsx';
import { draftOf } from './start-draft.ts';
import { StartProgress } from './start-progress.tsx';
import { useStartTask } from './use-start-task.ts';

/** How a start goes; leads to its conversation as soon as that can be talked to. */
export function StartOf({ taskId }: { readonly taskId: string }) {
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
      action={
        <Link className={buttonClasses('primary')} to="/conversations">
          Show conversations
        </Link>
      }
      icon={<Compass aria-hidden />}
      title="Start not found"
    >
      Its conversation was deleted, or it belongs to another owner.
    </EmptyState>
  );
}
