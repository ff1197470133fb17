import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { useApi } from '../../session/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useToast } from '../../ui/toasts.ts';
import { refreshSandboxes } from './refresh-sandboxes.ts';

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
      toast({ tone: 'good', title: 'Sandbox deleted', detail: 'Its receipt shows when its disks are gone.' });
      onClose();
      onDeleted?.();
      await refreshSandboxes(queries);
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
        The sandbox stops at once, and its workspace with all files is permanently deleted. Anything that was not pushed
        elsewhere is lost.
      </p>
      <p>Its conversations stay readable.</p>
    </ConfirmDialog>
  );
}
