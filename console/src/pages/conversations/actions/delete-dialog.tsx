import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import type { Conversation } from '../../../api/shapes.ts';
import { SANDBOXES } from '../../../data/sandbox-queries.ts';
import { useApi } from '../../../session/session.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useToast } from '../../../ui/toasts.ts';
import { titleOf } from '../labels.tsx';
import { refreshConversations, stored } from '../queries.ts';

interface Props {
  readonly conversation: Conversation;
  readonly onClose: () => void;
  /** Runs after the deletion, to leave the page of the conversation. */
  readonly onDeleted?: (() => unknown) | undefined;
}

export function DeleteDialog({ conversation, onClose, onDeleted }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { id, sandbox_id: sandboxId, sub_conversation_ids: subs } = conversation;
  const remove = useMutation({
    mutationFn: () =>
      answerOf(
        api.DELETE('/api/v1/app-conversations/{conversation_id}', { params: { path: { conversation_id: id } } }),
      ),
    onSuccess: async () => {
      toast({ tone: 'good', title: `Deleted “${titleOf(conversation)}”` });
      onClose();
      await onDeleted?.();
      // A refresh must not request the deleted conversation or its sandbox.
      for (const queryKey of [stored.one(id), [SANDBOXES, 'one', sandboxId]]) queries.removeQueries({ queryKey });
      await refreshConversations(queries);
    },
  });
  return (
    <ConfirmDialog action="Delete" mutation={remove} onClose={onClose} title="Delete this conversation?">
      <p>
        <b className="break-words text-ink">{titleOf(conversation)}</b> is permanently deleted, with its messages and
        events.
      </p>
      {subs.length > 0 && (
        <p>
          {subs.length === 1
            ? 'Its sub-conversation is deleted too.'
            : `Its ${subs.length} sub-conversations are deleted too.`}
        </p>
      )}
      <p>
        A sandbox that was created for this conversation is deleted with the last conversation that uses it, and all its
        files are lost. To keep the work, download the conversation or push your changes first.
      </p>
    </ConfirmDialog>
  );
}
