import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Hammer, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { fieldErrors } from '../../api/failure.ts';
import type { Prebuild, PrebuildWithSecret } from '../../api/shapes.ts';
import { usePrebuildChange } from '../../data/prebuild-queries.ts';
import { useApi, useCan } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { failed, useToast } from '../../ui/toasts.ts';
import { RefreshField, refreshIn, SetupField } from './create-prebuild.tsx';
import { HookSecretOnce } from './prebuild-hook.tsx';

type Asked = 'edit' | 'delete' | 'rotate';

const PREBUILD = '/api/v1/prebuilds/{prebuild_id}';

const at = ({ id }: Pick<Prebuild, 'id'>) => ({ path: { prebuild_id: id } });

interface Props {
  readonly prebuild: Prebuild;
}

export function PrebuildActions({ prebuild }: Props) {
  const canChange = useCan()('PATCH /api/v1/prebuilds/{prebuild_id}');
  const [asked, setAsked] = useState<Asked>();
  const [made, setMade] = useState<PrebuildWithSecret>();
  const close = (): void => setAsked(undefined);
  if (!canChange) return null;
  return (
    <>
      <BuildNow prebuild={prebuild} />
      <Menu label="Actions for this prebuild">
        <MenuItem icon={Pencil} label="Edit" onSelect={() => setAsked('edit')} />
        <MenuItem
          disabled={prebuild.refresh !== 'push'}
          icon={RefreshCw}
          label={prebuild.refresh === 'push' ? 'Rotate webhook secret' : 'Rotate webhook secret (builds after no push)'}
          onSelect={() => setAsked('rotate')}
        />
        <MenuItem icon={Trash2} isDangerous label="Delete" onSelect={() => setAsked('delete')} />
      </Menu>
      {asked === 'edit' && (
        <EditPrebuild
          onClose={close}
          onSaved={(saved) => setAsked(needsSecret(prebuild, saved) ? 'rotate' : undefined)}
          prebuild={prebuild}
        />
      )}
      {asked === 'rotate' && (
        <RotateSecret
          onClose={close}
          onMade={(rotated) => {
            close();
            setMade(rotated);
          }}
          prebuild={prebuild}
        />
      )}
      {made && <HookSecretOnce made={made} onClose={() => setMade(undefined)} title="Secret rotated" />}
      {asked === 'delete' && <DeletePrebuild onClose={close} prebuild={prebuild} />}
    </>
  );
}

/** A prebuild that is built after pushes from now on needs a new secret. */
const needsSecret = (before: Prebuild, after: Prebuild): boolean =>
  before.refresh !== 'push' && after.refresh === 'push';

function BuildNow({ prebuild }: Props) {
  const api = useApi();
  const toast = useToast();
  const { mutate, isPending } = usePrebuildChange(
    () =>
      answerOf(api.POST('/api/v1/prebuilds/{prebuild_id}/build', { params: at(prebuild) })).catch((error: unknown) => {
        toast(failed('Build', error));
        throw error;
      }),
    () =>
      toast({
        tone: 'good',
        title: 'Build requested',
        detail: prebuild.build === null ? 'It begins within seconds.' : 'It begins when the current one has ended.',
      }),
  );
  return (
    <Button busy={isPending} icon={Hammer} onClick={() => mutate()}>
      Build now
    </Button>
  );
}

interface EditProps extends Props {
  readonly onClose: () => void;
  readonly onSaved: (saved: Prebuild) => void;
}

function EditPrebuild({ prebuild, onClose, onSaved }: EditProps) {
  const api = useApi();
  const save = usePrebuildChange(
    (body: Pick<Prebuild, 'refresh' | 'setup_on_start'>) =>
      answerOf(api.PATCH(PREBUILD, { params: at(prebuild), body })),
    onSaved,
  );
  return (
    <Dialog onClose={onClose} title="Edit prebuild">
      <DialogForm
        action="Save"
        mutation={save}
        onClose={onClose}
        onSubmit={(fields) => save.mutate({ refresh: refreshIn(fields), setup_on_start: fields.has('setup_on_start') })}
      >
        <RefreshField error={fieldErrors(save.error).refresh} refresh={prebuild.refresh} />
        <SetupField isOn={prebuild.setup_on_start} />
      </DialogForm>
    </Dialog>
  );
}

interface RotateProps extends Props {
  readonly onClose: () => void;
  readonly onMade: (made: PrebuildWithSecret) => void;
}

function RotateSecret({ prebuild, onClose, onMade }: RotateProps) {
  const api = useApi();
  const rotate = usePrebuildChange(
    () => answerOf(api.POST('/api/v1/prebuilds/{prebuild_id}/rotate-secret', { params: at(prebuild) })),
    onMade,
  );
  return (
    <ConfirmDialog action="Make a new secret" mutation={rotate} onClose={onClose} title="Make a new webhook secret?">
      <p>It is shown once, with the URL to paste at your git provider.</p>
      <p>
        If there is a secret already, it ends at once: pushes ask for no builds until your git provider has the new one.
      </p>
    </ConfirmDialog>
  );
}

function DeletePrebuild({ prebuild, onClose }: Props & { readonly onClose: () => void }) {
  const api = useApi();
  const toast = useToast();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const remove = usePrebuildChange(
    () => answerOf(api.DELETE(PREBUILD, { params: at(prebuild) })),
    () => {
      toast({ tone: 'good', title: 'Prebuild deleted' });
      queries.removeQueries({ queryKey: ['prebuilds', prebuild.id] });
      void navigate({ to: '/prebuilds' });
    },
  );
  return (
    <ConfirmDialog action="Delete" mutation={remove} onClose={onClose} title="Delete this prebuild?">
      <p>
        Its snapshot is deleted, and the sandbox of a build that is under way. Starts clone the repository from then on.
      </p>
      <p>Sandboxes that began from it stay as they are. This cannot be undone.</p>
    </ConfirmDialog>
  );
}
