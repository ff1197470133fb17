import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { removedWith } from '../../../../shared/client/people/removed-with.ts';
import { fieldErrors } from '../../api/failure.ts';
import type { Member, MemberUpdate } from '../../api/shapes.ts';
import { useApi, useSession } from '../../session/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { CheckboxField, SelectField } from '../../ui/fields.tsx';
import { textIn } from '../../ui/forms.ts';
import { Notice } from '../../ui/notice.tsx';
import { useToast } from '../../ui/toasts.ts';
import { LimitFields } from '../keys/key-fields.tsx';
import { limitFields, limitsOf } from '../keys/key-request.ts';
import { memberName } from './member-columns.tsx';
import { useMembersChanged } from './member-queries.ts';
import { grantable, roleOptions } from './role-words.ts';

interface Props {
  readonly member: Member;
  readonly onClose: () => void;
}

/** An empty field removes its limit. */
const noLimits = Object.fromEntries(limitFields.map(({ name }) => [name, null]));

/** The path of the member's operations. */
function useParams({ user_id }: Member) {
  const { orgId } = useSession();
  return { path: { org_id: orgId, user_id } };
}

export function ChangeMember({ member, onClose }: Props) {
  const api = useApi();
  const toast = useToast();
  const changed = useMembersChanged();
  const params = useParams(member);
  const name = memberName(member);
  const change = useMutation({
    mutationFn: (body: MemberUpdate) =>
      answerOf(api.PATCH('/api/organizations/{org_id}/members/{user_id}', { params, body })),
    onSuccess: () => {
      toast({ tone: 'good', title: `${name} changed`, detail: 'It applies from their next request.' });
      onClose();
      return changed();
    },
  });
  const submit = (fields: FormData): void => {
    const chosen = textIn(fields, 'role');
    const role = grantable.find((one) => one === chosen && one !== member.access_role);
    change.mutate({ ...(role && { role }), limits: { ...noLimits, ...limitsOf(fields) } });
  };
  const errors = fieldErrors(change.error);
  return (
    <Dialog isWide onClose={onClose} title={`Role and limits of ${name}`}>
      <DialogForm action="Save" mutation={change} onClose={onClose} onSubmit={submit}>
        {member.managed ? (
          <Notice title={`Role: ${member.access_role}`} tone="info">
            Groups of the identity provider determine this role. Change it there.
          </Notice>
        ) : (
          <SelectField
            defaultValue={member.access_role}
            error={errors.role}
            label="Role"
            name="role"
            options={roleOptions}
          />
        )}
        <LimitFields
          errors={errors}
          legend="Limits on everything that this person and their API keys run (leave empty for none of their own)"
          limits={member.limits}
        />
      </DialogForm>
    </Dialog>
  );
}

export function RemoveMember({ member, onClose }: Props) {
  const api = useApi();
  const toast = useToast();
  const changed = useMembersChanged();
  const { owner, person } = useSession();
  const { path } = useParams(member);
  const [isRevoking, setRevoking] = useState(true);
  const [isRotating, setRotating] = useState(false);
  const name = memberName(member);
  const remove = useMutation({
    mutationFn: () =>
      removedWith(
        (query) => answerOf(api.DELETE('/api/organizations/{org_id}/members/{user_id}', { params: { path, query } })),
        { keys: isRevoking ? 'revoke' : 'keep', session_keys: isRevoking && isRotating ? 'rotate' : 'keep' },
      ),
    onSuccess: (isComplete) => {
      const left = 'Some session keys could not be replaced. Rotate them on the pages of their sandboxes.';
      toast({
        tone: isComplete ? 'good' : 'warn',
        title: `${name} is no longer a member`,
        ...(isComplete ? {} : { detail: left }),
      });
      onClose();
      return changed();
    },
  });
  return (
    <ConfirmDialog action="Remove" mutation={remove} onClose={onClose} title={`Remove ${name} from ${owner}?`}>
      <p>Their sessions end with their next request. Everything they made stays.</p>
      <CheckboxField
        checked={isRevoking}
        hint="Otherwise programs that use these keys keep working, within the limits of this person."
        label="Also revoke their API keys"
        onChange={({ target }) => setRevoking(target.checked)}
      />
      {isRevoking && (
        <CheckboxField
          checked={isRotating}
          hint="Those that this person has seen work until then. Running sandboxes start again from their workspaces."
          label="Also replace the session keys of all sandboxes"
          onChange={({ target }) => setRotating(target.checked)}
        />
      )}
      {person?.user.id === member.user_id && (
        <p className="font-medium text-bad">This is you. You lose access to {owner} immediately.</p>
      )}
    </ConfirmDialog>
  );
}

export function EndSessions({ member, onClose }: Props) {
  const api = useApi();
  const toast = useToast();
  const params = useParams(member);
  const name = memberName(member);
  const end = useMutation({
    mutationFn: () => answerOf(api.DELETE('/api/organizations/{org_id}/members/{user_id}/sessions', { params })),
    onSuccess: () => {
      toast({ tone: 'good', title: `Sessions of ${name} ended` });
      onClose();
    },
  });
  return (
    <ConfirmDialog action="End sessions" mutation={end} onClose={onClose} title={`End the sessions of ${name}?`}>
      <p>They must sign in again in every browser. Their API keys stay valid.</p>
    </ConfirmDialog>
  );
}
