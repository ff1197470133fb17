import { Link } from '@tanstack/react-router';
import type { ApiProblem } from '../../../../../shared/client/api-problem.ts';
import { useConversationsOf } from '../../../data/sandbox-conversations.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { RequestId } from '../../../ui/request-id.tsx';
import { titleOf } from '../title.ts';

/** How many of the running sandboxes are named. */
const NAMED = 5;

interface Props {
  readonly problem: ApiProblem;
  /** Starts all the same: the oldest sandbox is paused for it. */
  readonly onPause: () => void;
}

/** No further sandbox may run: what runs, and the way to make room. */
export function LimitNotice({ problem, onPause }: Props) {
  const ids = problem.problem?.running_sandbox_ids ?? [];
  const limit = problem.problem?.limit;
  const whose = limit?.scope === 'key' ? 'this key' : 'this owner';
  return (
    <Notice title="Sandbox limit reached" tone="warn">
      <p>
        {limit ? `${limit.used} of ${limit.limit} sandboxes of ${whose} are running.` : problem.message} Pause one to
        make room; its files are kept.
      </p>
      <RunningSandboxes ids={ids.slice(0, NAMED)} />
      {ids.length > NAMED && <p className="text-ink-soft">and {ids.length - NAMED} more</p>}
      <Button className="mt-2" onClick={onPause}>
        Pause the oldest and start
      </Button>
      {problem.requestId !== null && <RequestId id={problem.requestId} />}
    </Notice>
  );
}

/** Sandboxes by the conversations in them, the oldest first. */
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
