import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import type { Conversation } from '../../../api/shapes.ts';
import { useApi } from '../../../session/session.ts';
import { failed, useToast } from '../../../ui/toasts.ts';
import { changeShown, refreshConversations, stored } from '../queries.ts';

/** The maximum length of a title, in characters. */
export const LONGEST_TITLE = 200;

export function useRename(conversation: Conversation) {
  const api = useApi();
  return useShownChange<string>(conversation, {
    name: 'Rename',
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
    name: 'Pause',
    act: ({ sandbox_id }) =>
      answerOf(api.POST('/api/v1/sandboxes/{sandbox_id}/pause', { params: { path: { sandbox_id } } })),
    change: () => ({ sandbox_status: 'PAUSED' }),
    done: () => 'Sandbox paused. Its files are kept',
  });
}

export function useResume(conversation: Conversation) {
  const api = useApi();
  return useShownChange<void>(conversation, {
    name: 'Resume',
    act: ({ sandbox_id }) =>
      answerOf(api.POST('/api/v1/sandboxes/{sandbox_id}/resume', { params: { path: { sandbox_id } } })),
    change: () => ({ sandbox_status: 'STARTING' }),
    done: () => 'Sandbox is resuming',
  });
}

/** Whether the sandbox of a conversation can be paused or resumed now. */
export function sandboxActionOf({ sandbox_status: status }: Conversation): 'pause' | 'resume' | undefined {
  if (status === 'RUNNING' || status === 'STARTING') return 'pause';
  return status === 'PAUSED' || status === 'ERROR' ? 'resume' : undefined;
}

interface Action<Input> {
  /** What the failure message names, such as "Pause". */
  readonly name: string;
  readonly act: (conversation: Conversation, input: Input) => Promise<unknown>;
  /** The fields it changes: shown at once, and restored when it fails. */
  readonly change: (input: Input) => Partial<Conversation>;
  /** The message on success. */
  readonly done: (input: Input) => string;
}

/** Shows the result of an action before the service responds. */
function useShownChange<Input>(conversation: Conversation, { name, act, change, done }: Action<Input>) {
  const queries = useQueryClient();
  const toast = useToast();
  const { id } = conversation;
  return useMutation({
    mutationFn: (input: Input) => act(conversation, input),
    onMutate: async (input) => {
      // A pending response would restore the old state.
      await Promise.all([stored.one(id), stored.lists].map((queryKey) => queries.cancelQueries({ queryKey })));
      changeShown(queries, id, (shown) => ({ ...shown, ...change(input) }));
    },
    onError: (error, input) => {
      const undone = Object.keys(change(input)).map((field) => [field, conversation[field as keyof Conversation]]);
      changeShown(queries, id, (shown) => ({ ...shown, ...Object.fromEntries(undone) }));
      toast(failed(name, error));
    },
    onSuccess: (_answer, input) => toast({ tone: 'good', title: done(input) }),
    onSettled: () => refreshConversations(queries),
  });
}
