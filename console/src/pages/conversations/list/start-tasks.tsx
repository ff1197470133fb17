import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { statusWords } from '../../../../../shared/presentation/starts.ts';
import type { StartTask } from '../../../api/shapes.ts';
import { useConversationsById } from '../../../data/sandbox-conversations.ts';
import { serviceClock } from '../../../live/now.ts';
import { liveUntil } from '../../../live/polls.ts';
import { useApi } from '../../../session/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorNotice } from '../../../ui/query-states.tsx';
import { Time } from '../../../ui/time.tsx';
import { startsToShow, stored } from '../queries.ts';
import { draftOf } from '../start/start-draft.ts';
import { isUnderWay } from '../start/use-start-task.ts';

/** How long a failed start is shown above the list, in milliseconds. */
const SHOWN_FOR = 24 * 3_600_000;

/** A whole hour: each other URL would cost browsers on another origin a preflight request. */
function shownSince(now: Date): string {
  const since = new Date(now.getTime() - SHOWN_FOR);
  since.setUTCMinutes(0, 0, 0);
  return since.toISOString();
}

interface Page {
  readonly items: readonly StartTask[];
}

/** How many starts are shown at once. The list has all of them, with their status. */
const MOST = 5;

interface Props {
  /** Whether the list shows a conversation that starts. */
  readonly isStarting: boolean;
}

/** The last starts that are in progress or have failed. Nothing if there are none. */
export function StartTasks({ isStarting }: Props) {
  const api = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: stored.startTasks,
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/app-conversations/start-tasks/search', {
          params: { query: { created_at__gte: shownSince(serviceClock.now()) } },
          signal,
        }),
      ),
    // A new start is also a conversation that starts.
    refetchInterval: liveUntil<Page>(({ items }) => !isStarting && !items.some(isUnderWay)),
  });
  const starts = startsToShow(data?.items ?? []);
  // Tasks of deleted conversations are left out.
  const ids = starts.map(({ conversation_id }) => conversation_id);
  const { data: conversations } = useConversationsById(ids);
  const shown = starts.filter((task) => conversations?.some(({ id }) => id === task.conversation_id));
  if (!data && error) return <ErrorNotice error={error} onRetry={refetch} />;
  if (shown.length === 0) return null;
  return (
    <Card isFlush title="Recent starts">
      <ul className="divide-y divide-line">
        {shown.slice(0, MOST).map((task) => (
          <StartTaskRow key={task.id} task={task} />
        ))}
      </ul>
    </Card>
  );
}

/** A start, with its current step or the reason why it failed. */
function StartTaskRow({ task }: { readonly task: StartTask }) {
  const { id, status, detail, request, created_at } = task;
  const { title, message } = draftOf(request);
  const hasFailed = status === 'ERROR';
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
      <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <Link
          className="truncate font-medium hover:text-accent hover:underline"
          search={{ task: id }}
          to="/conversations/new"
        >
          {title || message || 'No first message'}
        </Link>
        {hasFailed && <span className="line-clamp-3 break-words text-ink-soft text-xs">{detail}</span>}
      </div>
      <Badge isMoving={!hasFailed} tone={hasFailed ? 'bad' : 'info'}>
        {statusWords[status]}
      </Badge>
      <span className="text-ink-soft">
        <Time value={created_at} />
      </span>
    </li>
  );
}
