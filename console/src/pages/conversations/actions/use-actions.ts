import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { hasNeverStarted } from '../../../../../shared/presentation/conversations.ts';
import type { Conversation } from '../../../api/shapes.ts';
import {
  actionLabel,
  requestAction,
  type SandboxAction,
  type SandboxActionName,
  useAllowedAction,
} from '../../../data/sandbox-actions.tsx';
import { useApi } from '../../../session/session.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { failed, useToast } from '../../../ui/toasts.ts';
import { titleOf } from '../labels.tsx';
import { changeShown, refreshConversations, stored } from '../queries.ts';

/** The maximum length of a title, in characters. */
export const LONGEST_TITLE = 200;

export function useRename(conversation: Conversation) {
  const api = useApi();
  return useShownChange<string>(conversation, {
    nameOf: () => 'Rename',
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

/**
 * Pauses or resumes the sandbox of a conversation; undefined while neither is possible. A conversation that failed to
 * start is started again instead.
 */
export function useSandboxAction(conversation: Conversation): SandboxAction | undefined {
  const api = useApi();
  const mutation = useShownChange<SandboxActionName>(conversation, {
    nameOf: actionLabel,
    act: ({ sandbox_id }, action) => requestAction(api, sandbox_id, action),
    change: (action) => ({ sandbox_status: action === 'pause' ? 'PAUSED' : 'STARTING' }),
    done: (action) => (action === 'pause' ? 'Sandbox paused. Its files are kept' : 'Sandbox is resuming'),
  });
  const action = useAllowedAction(conversation.sandbox_status, mutation);
  return hasNeverStarted(conversation) && action?.name === 'resume' ? undefined : action;
}

interface Action<Input> {
  /** The name in the failure message, such as "Pause". */
  readonly nameOf: (input: Input) => string;
  readonly act: (conversation: Conversation, input: Input) => Promise<unknown>;
  /** The changed fields. They are shown immediately, and restored if the action fails. */
  readonly change: (input: Input) => Partial<Conversation>;
  readonly done: (input: Input) => string;
}

/** Shows the result of an action before the service responds. */
function useShownChange<Input>(conversation: Conversation, { nameOf, act, change, done }: Action<Input>) {
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
      toast(failed(nameOf(input), error));
    },
    onSuccess: (_answer, input) => toast({ tone: 'good', title: done(input) }),
    onSettled: () => refreshConversations(queries),
  });
}

/** Saves a conversation as a ZIP archive. The key is sent in a header, never in a URL. */
export function useDownload() {
  const api = useApi();
  const toast = useToast();
  return useMutation({
    mutationFn: ({ id }: Conversation) =>
      answerOf(
        api.GET('/api/v1/app-conversations/{conversation_id}/download', {
          params: { path: { conversation_id: id } },
          parseAs: 'blob',
        }),
      ),
    onSuccess: (archive, conversation) => {
      saveFile(archive, `${fileName(titleOf(conversation))}-${conversation.id.slice(-6)}.zip`);
      toast({ tone: 'good', title: 'Conversation downloaded' });
    },
    onError: (error) => toast(failed('Download', error)),
  });
}

function fileName(title: string): string {
  const plain = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
  return plain.replace(/^-|-$/g, '').slice(0, 60) || 'conversation';
}
