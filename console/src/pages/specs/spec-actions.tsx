import { useNavigate } from '@tanstack/react-router';
import { ListChecks, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { SpecDetails } from '../../api/shapes.ts';
import { useApi, useCan } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { failed, useToast } from '../../ui/toasts.ts';
import { SpecDialog } from './spec-dialog.tsx';
import { SPEC, useOffer, useSpecUpdate } from './spec-queries.ts';

interface Props {
  readonly spec: SpecDetails;
}

/** Changes of an owner's spec. It can be deleted even where the operator allows no specs any more. */
export function SpecActions({ spec }: Props) {
  const canDelete = useCan()('DELETE /api/v1/sandbox-specs/{spec_id}');
  const offer = useOffer();
  const [asked, setAsked] = useState<'change' | 'delete'>();
  const close = (): void => setAsked(undefined);
  if (!canDelete) return null;
  return (
    <>
      {offer && <CheckAgain spec={spec} />}
      <Menu label="Actions for this spec">
        {offer && <MenuItem icon={Pencil} label="New version" onSelect={() => setAsked('change')} />}
        <MenuItem icon={Trash2} isDangerous label="Delete" onSelect={() => setAsked('delete')} />
      </Menu>
      {asked === 'change' && offer && (
        <SpecDialog offer={offer} onClose={close} onSaved={() => undefined} spec={spec} />
      )}
      {asked === 'delete' && <DeleteSpec onClose={close} spec={spec} />}
    </>
  );
}

function CheckAgain({ spec: { id, check } }: Props) {
  const api = useApi();
  const toast = useToast();
  const { mutate, isPending } = useSpecUpdate(
    () =>
      answerOf(api.POST('/api/v1/sandbox-specs/{spec_id}/check', { params: { path: { spec_id: id } } })).catch(
        (error: unknown) => {
          toast(failed('Check', error));
          throw error;
        },
      ),
    () => toast({ tone: 'good', title: 'Checking again' }),
  );
  return (
    <Button busy={isPending} disabled={check?.state === 'PENDING'} icon={ListChecks} onClick={() => mutate()}>
      Check again
    </Button>
  );
}

function DeleteSpec({ spec: { id }, onClose }: Props & { readonly onClose: () => void }) {
  const api = useApi();
  const toast = useToast();
  const navigate = useNavigate();
  const remove = useSpecUpdate(
    () => answerOf(api.DELETE(SPEC, { params: { path: { spec_id: id } } })),
    () => {
      toast({ tone: 'good', title: 'Spec deleted' });
      void navigate({ to: '/specs' });
    },
  );
  return (
    <ConfirmDialog action="Delete" mutation={remove} onClose={onClose} title="Delete this spec?">
      <p className="break-words text-ink">{id}</p>
      <p>No new sandbox can start from it, and no prebuild of it can be built. This cannot be undone.</p>
      <p>Its sandboxes stay: they can be resumed, forked and restored.</p>
    </ConfirmDialog>
  );
}
