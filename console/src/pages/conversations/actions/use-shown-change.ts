import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Conversation } from '../../../api/shapes.ts';
import { failed, useToast } from '../../../ui/toasts.ts';
import { changeShown, refreshConversations, stored } from '../queries.ts';

interface Action<Input> {
  /** What is tried, for the message about its failure, such as "The pause". */
  readonly name: string;
  readonly act: (conversation: Conversation, input: Input) => Promise<unknown>;
  /** What it changes of the conversation; shown at once, and undone when it fails. */
  readonly change: (input: Input) => Partial<Conversation>;
  /** What is said when it has succeeded. */
  readonly done: (input: Input) => string;
}

/** An action on a conversation that shows its result before the service has answered. */
export function useShownChange<Input>(conversation: Conversation, { name, act, change, done }: Action<Input>) {
  const queries = useQueryClient();
  const toast = useToast();
  const { id } = conversation;
  return useMutation({
    mutationFn: (input: Input) => act(conversation, input),
    onMutate: async (input) => {
      // An answer that is on its way would show the state of before.
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
