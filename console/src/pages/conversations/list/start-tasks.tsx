import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { LIVE } from '../../../live/intervals.ts';
import { useApi } from '../../../session/session.ts';
import { Card } from '../../../ui/card.tsx';
import { stored } from '../queries.ts';
import { isUnderWay } from '../start/use-start-task.ts';
import { StartTaskRow } from './start-task-row.tsx';
import { startsToShow } from './starts-to-show.ts';

/** For how long a failed start is shown above the list, in milliseconds. */
const SHOWN_FOR = 24 * 3_600_000;

/** How many starts are shown at once. */
const MOST = 5;

/** Starts that are under way, and those that failed lately. Nothing when there are none. */
export function StartTasks() {
  const api = useApi();
  const { data } = useQuery({
    queryKey: stored.startTasks,
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/app-conversations/start-tasks/search', {
          params: { query: { created_at__gte: new Date(Date.now() - SHOWN_FOR).toISOString() } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? LIVE.fast : LIVE.normal),
  });
  const starts = startsToShow(data?.items ?? []);
  if (starts.length === 0) return null;
  return (
    <Card isFlush title="Starts">
      <ul className="divide-y divide-line">
        {starts.slice(0, MOST).map((task) => (
          <StartTaskRow key={task.id} task={task} />
        ))}
      </ul>
      {starts.length > MOST && (
        <p className="border-line border-t px-4 py-2 text-ink-soft text-xs">
          {starts.length - MOST} more: each is in the list below with its status.
        </p>
      )}
    </Card>
  );
}
