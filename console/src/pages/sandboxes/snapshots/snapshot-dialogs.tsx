import { useState } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { fieldErrors } from '../../../api/failure.ts';
import type { Snapshot } from '../../../api/shapes.ts';
import { useSandboxChange } from '../../../data/sandbox-queries.ts';
import { nameOf } from '../../../data/snapshots.ts';
import { useNow } from '../../../live/now.ts';
import { useApi } from '../../../session/session.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Time } from '../../../ui/time.tsx';
import { useToast } from '../../../ui/toasts.ts';
import type { SnapshotUpdate } from './snapshot-queries.ts';
import { changesIn, deletionTime, detailsIn } from './snapshot-words.ts';

const SNAPSHOT = '/api/v1/snapshots/{snapshot_id}';

interface CreateProps {
  readonly sandboxId: string;
  readonly isRunning: boolean;
  readonly onClose: () => void;
}

/** Copies the workspace of a sandbox. */
export function CreateSnapshot({ sandboxId, isRunning, onClose }: CreateProps) {
  const api = useApi();
  const toast = useToast();
  const create = useSandboxChange(
    (body: ReturnType<typeof detailsIn>) => {
      const params = { path: { sandbox_id: sandboxId } };
      return answerOf(api.POST('/api/v1/sandboxes/{sandbox_id}/snapshots', { params, body }));
    },
    ({ state }) => {
      toast(
        state === 'READY'
          ? { tone: 'good', title: 'Snapshot created' }
          : { tone: 'good', title: 'Creating the snapshot', detail: 'The list shows when it is ready.' },
      );
      onClose();
    },
  );
  return (
    <Dialog onClose={onClose} title="Create a snapshot">
      <DialogForm
        action="Create"
        mutation={create}
        onClose={onClose}
        onSubmit={(fields) => create.mutate(detailsIn(fields))}
      >
        <p className="text-ink-soft text-sm">
          Copies the workspace as it is now. You can start other sandboxes from the copy.
          {isRunning &&
            ' The sandbox keeps running: what its programs have not written to the disk is not in the copy. Pause it first if you need all of it.'}
        </p>
        <DetailFields errors={fieldErrors(create.error)} readyAt={null} />
      </DialogForm>
    </Dialog>
  );
}

interface Props {
  readonly snapshot: Snapshot;
  readonly onClose: () => void;
}

/** Renames a snapshot, or changes how long it is kept. */
export function EditSnapshot({ snapshot, onClose }: Props) {
  const api = useApi();
  const toast = useToast();
  const update = useSandboxChange(
    (body: SnapshotUpdate) => answerOf(api.PATCH(SNAPSHOT, { params: { path: { snapshot_id: snapshot.id } }, body })),
    () => {
      toast({ tone: 'good', title: 'Snapshot updated' });
      onClose();
    },
  );
  const submit = (fields: FormData): void => {
    const changes = changesIn(fields, snapshot);
    if (changes === undefined) onClose();
    else update.mutate(changes);
  };
  return (
    <Dialog onClose={onClose} title="Edit snapshot">
      <DialogForm action="Save" mutation={update} onClose={onClose} onSubmit={submit}>
        <DetailFields errors={fieldErrors(update.error)} readyAt={snapshot.ready_at} snapshot={snapshot} />
      </DialogForm>
    </Dialog>
  );
}

interface DetailProps {
  /** By the field names of the request. */
  readonly errors: Partial<Record<string, string>>;
  readonly snapshot?: Snapshot;
  readonly readyAt: string | null;
}

/** The longest retention that the service accepts, in days. */
const LONGEST = 3_650;

function DetailFields({ errors, snapshot, readyAt }: DetailProps) {
  const [days, setDays] = useState(String(snapshot?.retention_days ?? ''));
  return (
    <>
      <TextField
        autoComplete="off"
        defaultValue={snapshot?.name ?? ''}
        error={errors.name}
        hint="What is in it, such as “dependencies installed”."
        label="Name"
        maxLength={200}
        name="name"
      />
      <TextField
        error={errors.retention_days}
        hint={<RetentionHint days={days} readyAt={readyAt} />}
        label="Days until it is deleted"
        max={LONGEST}
        min={1}
        name="retention_days"
        onChange={({ target }) => setDays(target.value)}
        type="number"
        value={days}
      />
    </>
  );
}

function RetentionHint({ days, readyAt }: { readonly days: string; readonly readyAt: string | null }) {
  const now = useNow();
  if (days === '') return 'If empty, it is kept until you delete it.';
  const at = deletionTime(days, readyAt);
  if (at === undefined) return 'Counted from when it is ready.';
  if (Date.parse(at) <= now.getTime()) return 'Counted from when it was ready, so it is deleted soon after you save.';
  return (
    <>
      Counted from when it was ready: it is deleted <Time value={at} />.
    </>
  );
}

export function DeleteSnapshot({ snapshot, onClose }: Props) {
  const api = useApi();
  const toast = useToast();
  const remove = useSandboxChange(
    () => answerOf(api.DELETE(SNAPSHOT, { params: { path: { snapshot_id: snapshot.id } } })),
    () => {
      toast({ tone: 'good', title: 'Snapshot deleted', detail: 'Its receipt shows when its data is gone.' });
      onClose();
    },
  );
  return (
    <ConfirmDialog action="Delete" mutation={remove} onClose={onClose} title="Delete this snapshot?">
      <p className="break-words text-ink">{nameOf(snapshot)}</p>
      <p>Nothing can start from it any more. This cannot be undone.</p>
      <p>
        Sandboxes that began from it keep their files. Its data is deleted, and its storage is no longer charged, once
        none of them needs it.
      </p>
    </ConfirmDialog>
  );
}
