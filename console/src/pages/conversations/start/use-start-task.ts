import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { hasNeverStarted } from '../../../../../shared/presentation/conversations.ts';
import type { Conversation, StartTask } from '../../../api/shapes.ts';
import { serviceClock } from '../../../live/now.ts';
import { liveUntil } from '../../../live/polls.ts';
import { useApi } from '../../../session/session.ts';
import { stored } from '../queries.ts';

/** The first refresh interval, in milliseconds: a warm sandbox starts within a second. */
const FIRST_LOOKS = { every: 500, until: 15_000 };

/** A start task until it ends; null if it does not exist. Without an ID, nothing is requested. */
export function useStartTask(id: string | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: stored.startTask(id),
    queryFn: async ({ signal }) => {
      if (id === undefined) return null;
      const [task] = await answerOf(
        api.GET('/api/v1/app-conversations/start-tasks', { params: { query: { ids: [id] } }, signal }),
      );
      return task ?? null;
    },
    enabled: id !== undefined,
    refetchInterval: (query) => (isFirstLook(query.state.data) ? FIRST_LOOKS.every : untilEnd(query)),
  });
}

export const isUnderWay = ({ status }: Pick<StartTask, 'status'>): boolean => status !== 'READY' && status !== 'ERROR';

const untilEnd = liveUntil<StartTask | null>((task) => task === null || !isUnderWay(task));

function isFirstLook(task: StartTask | null | undefined): boolean {
  return !!task && isUnderWay(task) && serviceClock.now().getTime() - Date.parse(task.created_at) < FIRST_LOOKS.until;
}

interface LastStart {
  readonly task: StartTask | undefined;
  readonly isUnderWay: boolean;
}

/** The last start of a conversation that has not started; undefined for one that has. */
export function useLastStart(conversation: Conversation): LastStart {
  const api = useApi();
  const { data: page } = useQuery({
    queryKey: stored.startsOf(conversation.id),
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/app-conversations/start-tasks/search', {
          params: { query: { conversation_id__eq: conversation.id, limit: 1 } },
          signal,
        }),
      ),
    enabled: conversation.execution_status === null || hasNeverStarted(conversation),
  });
  const id = page?.items[0]?.id;
  // The search omits the times of the steps.
  const { data: task } = useStartTask(id);
  return { task: task ?? undefined, isUnderWay: task ? isUnderWay(task) : false };
}
