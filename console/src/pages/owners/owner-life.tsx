import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CirclePause, CirclePlay, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { count } from '../../../../shared/presentation/money.ts';
import { fieldErrors } from '../../api/failure.ts';
import type { Owner } from '../../api/shapes.ts';
import { useApi, useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Facts } from '../../ui/facts.tsx';
import { CheckboxField, TextField } from '../../ui/fields.tsx';
import { textIn } from '../../ui/forms.ts';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { actorName } from './actor-name.ts';

interface Props {
  readonly owner: Owner;
}

/** Suspending an owner, lifting it, and deleting the owner. */
export function OwnerLife({ owner }: Props) {
  const { key } = useSession();
  const [asked, setAsked] = useState<'suspend' | 'resume' | 'delete'>();
  const close = (): void => setAsked(undefined);
  if (owner.deletion) return null;
  return (
    <>
      {owner.suspension ? (
        <Button icon={CirclePlay} onClick={() => setAsked('resume')}>
          Lift suspension
        </Button>
      ) : (
        <Button icon={CirclePause} onClick={() => setAsked('suspend')}>
          Suspend
        </Button>
      )}
      {key.owner_id !== owner.id && (
        <Button icon={Trash2} onClick={() => setAsked('delete')} variant="danger">
          Delete
        </Button>
      )}
      {(asked === 'suspend' || asked === 'resume') && (
        <Suspend isSuspended={asked === 'suspend'} onClose={close} owner={owner} />
      )}
      {asked === 'delete' && <Delete onClose={close} owner={owner} />}
    </>
  );
}

interface DialogProps extends Props {
  readonly onClose: () => void;
}

function Suspend({ owner, isSuspended, onClose }: DialogProps & { readonly isSuspended: boolean }) {
  const api = useApi();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: async (reason: string) => {
      const body = isSuspended ? { suspended: true, reason: reason === '' ? null : reason } : { suspended: false };
      await answerOf(api.PATCH('/api/v1/owners/{owner_id}', { params: { path: { owner_id: owner.id } }, body }));
      await queries.invalidateQueries({ queryKey: ['owners'] });
    },
    onSuccess: onClose,
  });
  return (
    <Dialog onClose={onClose} title={isSuspended ? `Suspend ${owner.id}` : `Lift the suspension of ${owner.id}`}>
      <DialogForm
        action={isSuspended ? 'Suspend' : 'Lift suspension'}
        mutation={change}
        onClose={onClose}
        onSubmit={(fields) => change.mutate(isSuspended ? textIn(fields, 'reason') : '')}
      >
        <p className="text-ink-soft text-sm">
          {isSuspended
            ? 'Nothing can start or resume, and running sandboxes are paused within a minute. Files are kept. Reading, downloading and deleting still work.'
            : 'Sandboxes can start and resume again. Paused ones stay paused until someone resumes them.'}
        </p>
        {isSuspended && (
          <TextField
            error={fieldErrors(change.error).reason}
            hint="Shown with each refused start."
            label="Reason (optional)"
            maxLength={500}
            name="reason"
          />
        )}
      </DialogForm>
    </Dialog>
  );
}

function Delete({ owner, onClose }: DialogProps) {
  const api = useApi();
  const queries = useQueryClient();
  const [withRecords, setWithRecords] = useState(false);
  const remove = useMutation({
    mutationFn: async (confirm: string) => {
      const query = { confirm, records: withRecords ? ('delete' as const) : ('keep' as const) };
      const params = { path: { owner_id: owner.id }, query };
      await answerOf(api.DELETE('/api/v1/owners/{owner_id}', { params }));
      await queries.invalidateQueries({ queryKey: ['owners'] });
    },
    onSuccess: onClose,
  });
  return (
    <Dialog onClose={onClose} title={`Delete ${owner.id}`}>
      <DialogForm
        action="Delete everything"
        mutation={remove}
        onClose={onClose}
        onSubmit={(fields) => remove.mutate(textIn(fields, 'confirm'))}
      >
        <Notice title="This cannot be undone" tone="bad">
          API keys, members, sandboxes with their files, snapshots, conversations, settings and secrets are deleted.
        </Notice>
        <TextField
          autoComplete="off"
          error={fieldErrors(remove.error).confirm}
          label={`Type ${owner.id} to confirm`}
          name="confirm"
          required
          spellCheck={false}
        />
        <CheckboxField
          checked={withRecords}
          hint="Otherwise they are kept: they record what the owner has cost and who did what."
          label="Also delete the usage ledger and the audit log"
          onChange={({ target }) => setWithRecords(target.checked)}
        />
      </DialogForm>
    </Dialog>
  );
}

/** Why nothing starts, and how far the deletion is. */
export function OwnerLifeNotice({ owner: { state, suspension, deletion } }: Props) {
  if (deletion) {
    const kinds = Object.entries(deletion.deleted).filter(([, number]) => number > 0);
    return (
      <Card title={state === 'DELETED' ? 'Receipt of the deletion' : 'Deletion in progress'}>
        <Facts
          facts={[
            ['State', state === 'DELETED' ? 'Deleted' : 'Deleting'],
            ['Requested', <Time as="clock" key="requested" value={deletion.requested_at} />],
            ['Requested by', actorName(deletion.requested_by)],
            [
              'Finished',
              deletion.finished_at === null ? 'Not yet' : <Time as="clock" key="end" value={deletion.finished_at} />,
            ],
            ['Usage ledger and audit log', deletion.records === 'keep' ? 'Kept' : 'Deleted'],
            ...kinds.map(([kind, number]) => [kind.replaceAll('_', ' '), count(number)] as const),
          ]}
        />
      </Card>
    );
  }
  if (!suspension) return null;
  return (
    <Notice title="This owner is suspended" tone="warn">
      {suspension.reason ?? 'Nothing can start or resume.'} Since <Time as="clock" value={suspension.at} />.
    </Notice>
  );
}
