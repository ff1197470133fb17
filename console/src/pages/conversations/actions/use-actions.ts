import { answerOf } from '../../../../../shared/client/answer-of.ts';
import type { Conversation } from '../../../api/shapes.ts';
import { useApi } from '../../../session/session.ts';
import { useShownChange } from './use-shown-change.ts';

/** The longest title, in characters. */
export const LONGEST_TITLE = 200;

export function useRename(conversation: Conversation) {
  const api = useApi();
  return useShownChange<string>(conversation, {
    name: 'The new title',
    act: ({ id }, title) =>
      answerOf(
        api.PATCH('/api/v1/app-conversations/{conversation_id}', {
          params: { path: { conversation_id: id } },
          body: { title },
        }),
      ),
    change: (title) => ({ title }),
    done: (title) => `Renamed to “${title}”`,
  });
}

export function usePause(conversation: Conversation) {
  const api = useApi();
  return useShownChange<void>(conversation, {
    name: 'The pause',
    act: ({ sandbox_id }) =>
      answerOf(api.POST('/api/v1/sandboxes/{sandbox_id}/pause', { params: { path: { sandbox_id } } })),
    change: () => ({ sandbox_status: 'PAUSED' }),
    done: () => 'Paused. Its files are kept',
  });
}

export function useResume(conversation: Conversation) {
  const api = useApi();
  return useShownChange<void>(conversation, {
    name: 'The resume',
    act: ({ sandbox_id }) =>
      answerOf(api.POST('/api/v1/sandboxes/{sandbox_id}/resume', { params: { path: { sandbox_id } } })),
    change: () => ({ sandbox_status: 'STARTING' }),
    done: () => 'The sandbox starts again',
  });
}

/** Whether its sandbox can be paused or resumed now. */
export function sandboxActionOf({ sandbox_status: status }: Conversation): 'pause' | 'resume' | undefined {
  if (status === 'RUNNING' || status === 'STARTING') return 'pause';
  return status === 'PAUSED' || status === 'ERROR' ? 'resume' : undefined;
}
