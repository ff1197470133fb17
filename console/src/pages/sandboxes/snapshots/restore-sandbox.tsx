import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { fieldErrors } from '../../../api/failure.ts';
import type { Sandbox, Snapshot } from '../../../api/shapes.ts';
import { useSandboxChange } from '../../../data/sandbox-queries.ts';
import { nameOf, useSnapshots } from '../../../data/snapshots.ts';
import { shortId } from '../../../format/short-id.ts';
import { useApi } from '../../../session/session.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { textIn } from '../../../ui/forms.ts';
import { QueryStates } from '../../../ui/query-states.tsx';
import { useToast } from '../../../ui/toasts.ts';

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
  const { mutate, ...restore } = useRestore(sandboxId, onClose);
  const mutation = { ...restore, mutate: () => mutate(snapshot.id) };
  return (
    <ConfirmDialog action="Restore" mutation={mutation} onClose={onClose} title="Restore this sandbox?">
      <p className="break-words">
        Its next resume begins from the snapshot <span className="text-ink">{nameOf(snapshot)}</span>.
      </p>
      <Consequences />
    </ConfirmDialog>
  );
}

/** How many snapshots can be chosen, the newest first. */
const SHOWN = 100;

interface FromAnotherProps {
  readonly sandbox: Sandbox;
  readonly onClose: () => void;
}

/** Makes a snapshot of another sandbox the workspace of this one. */
export function RestoreFromAnother({ sandbox, onClose }: FromAnotherProps) {
  const { id, sandbox_spec_id: spec } = sandbox;
  const restore = useRestore(id, onClose);
  const ready = useSnapshots({ filters: { state__eq: 'READY' }, limit: SHOWN });
  return (
    <Dialog onClose={onClose} title="Restore from a snapshot of another sandbox">
      <QueryStates query={ready}>
        {({ items }) => {
          const others = items.filter((one) => one.sandbox_spec_id === spec && one.sandbox_id !== id);
          if (others.length === 0) {
            return <p className="text-sm">No other sandbox of the spec {spec} has a snapshot that is ready.</p>;
          }
          return (
            <DialogForm
              action="Restore"
              mutation={restore}
              onClose={onClose}
              onSubmit={(fields) => restore.mutate(textIn(fields, 'snapshot_id'))}
            >
              <SelectField
                error={fieldErrors(restore.error).snapshot_id}
                hint={`Snapshots of the spec ${spec}, newest first.`}
                label="Snapshot"
                name="snapshot_id"
                options={others.map((one) => [one.id, `${nameOf(one)} (${shortId(one.id)})`])}
              />
              <div className="grid gap-2 text-ink-soft text-sm">
                <Consequences />
              </div>
            </DialogForm>
          );
        }}
      </QueryStates>
    </Dialog>
  );
}

function Consequences() {
  return (
    <>
      <p>The workspace as it is now is kept as a snapshot first, so that you can go back to it.</p>
      <p>Conversations that began after the snapshot was created are not in its workspace.</p>
    </>
  );
}

function useRestore(sandboxId: string, onRestored: () => void) {
  const api = useApi();
  const toast = useToast();
  return useSandboxChange(
    (snapshotId: string) => {
      const params = { path: { sandbox_id: sandboxId } };
      const body = { snapshot_id: snapshotId };
      return answerOf(api.POST('/api/v1/sandboxes/{sandbox_id}/restore', { params, body }));
    },
    ({ kept_snapshot_id: kept }) => {
      const detail =
        kept === null ? 'There was no workspace to keep.' : 'The workspace as it was is kept as a snapshot.';
      toast({ tone: 'good', title: 'Sandbox restored', detail });
      onRestored();
    },
  );
}
