import { Link } from '@tanstack/react-router';
import { ApiProblem } from '../../../../../shared/client/api-problem.ts';
import { useConversationsOf } from '../../../data/sandbox-conversations.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorNotice, RequestId } from '../../../ui/query-states.tsx';
import { titleOf } from '../labels.tsx';

interface RefusalProps {
  readonly error: unknown;
  readonly isFieldError: boolean;
  readonly onPause: () => void;
}

/** Why the start was refused. Errors of a field are shown next to it. */
export function Refusal({ error, isFieldError, onPause }: RefusalProps) {
  if (isFieldError) return null;
  if (error instanceof ApiProblem && error.code === 'concurrency_limit_exceeded') {
    return <LimitNotice onPause={onPause} problem={error} />;
  }
  return <ErrorNotice error={error} />;
}

const MOST_LISTED = 5;

interface LimitNoticeProps {
  readonly problem: ApiProblem;
  /** Pauses the oldest sandbox and starts. */
  readonly onPause: () => void;
}

/** The sandbox limit is reached: what runs, and how to make room. */
function LimitNotice({ problem, onPause }: LimitNoticeProps) {
  const ids = problem.problem?.running_sandbox_ids ?? [];
  const limit = problem.problem?.limit;
  const whose = limit && (whoseWords[limit.scope] ?? limit.scope);
  return (
    <Notice title="Sandbox limit reached" tone="warn">
      <p>
        {limit ? `${limit.used} of ${limit.limit} sandboxes of ${whose} are running.` : problem.message} Pause one to
        make room; its files are kept.
      </p>
      <RunningSandboxes ids={ids.slice(0, MOST_LISTED)} />
      {ids.length > MOST_LISTED && <p className="text-ink-soft">and {ids.length - MOST_LISTED} more</p>}
      <Button className="mt-2" onClick={onPause}>
        Pause the oldest and start
      </Button>
      {problem.requestId !== null && <RequestId id={problem.requestId} />}
    </Notice>
  );
}

const whoseWords: Readonly<Partial<Record<string, string>>> = { key: 'this key', member: 'yours', owner: 'this owner' };

/** Sandboxes by their conversations, the oldest first. */
function RunningSandboxes({ ids }: { readonly ids: readonly string[] }) {
  const conversations = useConversationsOf(ids);
  return (
    <ol className="my-2 grid list-inside list-decimal gap-1">
      {ids.map((id) => {
        const conversation = conversations.get(id)?.[0];
        return (
          <li key={id}>
            <Link className="text-accent underline" params={{ sandboxId: id }} to="/sandboxes/$sandboxId">
              {conversation ? titleOf(conversation) : `Sandbox …${id.slice(-6)}`}
            </Link>
          </li>
        );
      })}
    </ol>
  );
}
