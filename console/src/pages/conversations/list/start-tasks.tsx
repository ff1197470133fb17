import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { LIVE } from '../../../live/intervals.ts';
import { useApi } from '../../../session/session.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { stored } from '../queries.ts';
import { useSeveral } from '../several.ts';
import { isUnderWay } from '../start/use-start-task.ts';
import { StartTaskRow } from './start-task-row.tsx';
import { startsToShow } from './starts-to-show.ts';

/** For how long a failed start is shown above the list, in milliseconds. */
const SHOWN_FOR = 24 * 3_600_000;

/** How many starts are shown at once. All are in the list too, with their status. */
const MOST = 5;

/** The last starts that are under way or have failed. Nothing when there are none. */
export function StartTasks() {
  const api = useApi();
  const { data, error, refetch } = useQuery({
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
  // A task outlives its conversation: one that was deleted is no news any more.
  const conversations = useSeveral(starts.map(({ conversation_id }) => conversation_id));
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
