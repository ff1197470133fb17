import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { hasNeverStarted } from '../../../../../shared/presentation/conversations.ts';
import type { Conversation, StartTask } from '../../../api/shapes.ts';
import { useApi } from '../../../session/session.ts';
import { stored } from '../queries.ts';
import { isUnderWay, useStartTask } from '../start/use-start-task.ts';

interface LastStart {
  readonly task: StartTask | undefined;
  readonly isUnderWay: boolean;
}

/** The last start of a conversation that has not started or may be about to; undefined for one that has. */
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
  // The search does without the times of the steps.
  const { data: task } = useStartTask(id);
  return { task: task ?? undefined, isUnderWay: task ? isUnderWay(task) : false };
}
