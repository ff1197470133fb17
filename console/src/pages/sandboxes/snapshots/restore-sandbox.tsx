import { answerOf } from '../../../../../shared/client/answer-of.ts';
import type { Sandbox, Snapshot } from '../../../api/shapes.ts';
import { useApi } from '../../../session/session.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useToast } from '../../../ui/toasts.ts';
import { useSnapshotChange } from './snapshot-queries.ts';
import { nameOf } from './snapshot-words.ts';

/** Whether a sandbox is at rest, so that its workspace can be replaced. */
export function canBeRestored({ status }: Pick<Sandbox, 'status'>): boolean {
  return status === 'PAUSED' || status === 'ERROR' || status === 'MISSING';
}

interface Props {
  readonly sandboxId: string;
  readonly snapshot: Snapshot;
  readonly onClose: () => void;
}

/** Makes a snapshot the workspace of its sandbox. */
export function RestoreSandbox({ sandboxId, snapshot, onClose }: Props) {
  const api = useApi();
  const toast = useToast();
  const restore = useSnapshotChange(
    () => {
      const params = { path: { sandbox_id: sandboxId } };
      const body = { snapshot_id: snapshot.id };
      return answerOf(api.POST('/api/v1/sandboxes/{sandbox_id}/restore', { params, body }));
    },
    ({ kept_snapshot_id: kept }) => {
      const detail =
        kept === null ? 'There was no workspace to keep.' : 'The workspace as it was is kept as a snapshot.';
      toast({ tone: 'good', title: 'Sandbox restored', detail });
      onClose();
    },
  );
  return (
    <ConfirmDialog action="Restore" mutation={restore} onClose={onClose} title="Restore this sandbox?">
      <p className="break-words">
        Its next resume begins from the snapshot <span className="text-ink">{nameOf(snapshot)}</span>.
      </p>
      <p>The workspace as it is now is kept as a snapshot first, so that you can go back to it.</p>
      <p>Conversations that began after the snapshot was created are not in its workspace.</p>
    </ConfirmDialog>
  );
}
