import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { useApi } from '../../session/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useToast } from '../../ui/toasts.ts';
import { SANDBOXES } from './sandbox-queries.ts';

interface Props {
  readonly id: string;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

/** Asks before a sandbox is deleted, and deletes it. */
export function DeleteSandbox({ id, onClose, onDeleted }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const deletion = useMutation({
    mutationFn: () => answerOf(api.DELETE('/api/v1/sandboxes/{sandbox_id}', { params: { path: { sandbox_id: id } } })),
    onSuccess: async () => {
      toast({ tone: 'good', title: 'The sandbox is deleted', detail: 'Its receipt tells when its disks are gone.' });
      onClose();
      onDeleted?.();
      await queries.invalidateQueries({ queryKey: [SANDBOXES] });
    },
  });
  return (
    <ConfirmDialog
      action="Delete"
      busy={deletion.isPending}
      error={deletion.error}
      onClose={onClose}
      onConfirm={() => deletion.mutate()}
      title="Delete this sandbox?"
    >
      <p className="break-all font-mono text-ink">{id}</p>
      <p>
        It stops at once, and its workspace with all files is deleted for good. What its agent did not push elsewhere is
        lost.
      </p>
      <p>Its conversations stay readable, with the sandbox status Missing.</p>
    </ConfirmDialog>
  );
}
