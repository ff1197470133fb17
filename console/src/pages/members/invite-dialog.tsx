import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { fieldErrors } from '../../api/failure.ts';
import type { CreatedInvitation, InvitationCreate } from '../../api/shapes.ts';
import { serviceClock } from '../../live/now.ts';
import { useApi, useSession } from '../../session/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { CheckboxField, SelectField, TextAreaField } from '../../ui/fields.tsx';
import { textIn } from '../../ui/forms.ts';
import { Notice } from '../../ui/notice.tsx';
import { useInvitations, useMembersChanged } from './member-queries.ts';
import { grantable, roleOptions } from './role-words.ts';

interface Props {
  readonly onClose: () => void;
  readonly onMade: (made: readonly CreatedInvitation[]) => void;
}

const DAY = 86_400_000;

const lifetimes = [
  [1, '1 day'],
  [7, '7 days'],
  [30, '30 days'],
] as const;

/** Invites people by their mail addresses, or anyone with a link. */
export function InviteDialog({ onClose, onMade }: Props) {
  const api = useApi();
  const changed = useMembersChanged();
  const { orgId, owner } = useSession();
  const [isByLink, setByLink] = useState(false);
  const hasMail = useInvitations().data?.email_delivery_configured;
  const invite = useMutation({
    mutationFn: async (body: InvitationCreate) => {
      const params = { path: { org_id: orgId } };
      const answer = await answerOf(api.POST('/api/organizations/{org_id}/members/invite', { params, body }));
      await changed();
      const [refused] = answer.failed;
      if (refused && answer.successful.length === 0) throw new Error(`${refused.email}: ${refused.error}`);
      return answer;
    },
    onSuccess: ({ successful }) => onMade(successful),
  });
  const submit = (fields: FormData): void => {
    const days = Number(textIn(fields, 'days'));
    invite.mutate({
      role: grantable.find((role) => role === textIn(fields, 'role')) ?? 'member',
      expires_at: new Date(serviceClock.now().getTime() + days * DAY).toISOString(),
      ...(isByLink ? {} : { emails: addressesIn(textIn(fields, 'emails')) }),
    });
  };
  const errors = fieldErrors(invite.error);
  const refused = Object.entries(errors).find(([name]) => name.startsWith('emails'))?.[1];
  return (
    <Dialog isWide onClose={onClose} title={`Invite people to ${owner}`}>
      <DialogForm action="Invite" mutation={invite} onClose={onClose} onSubmit={submit}>
        <CheckboxField
          checked={isByLink}
          hint="The first person who accepts it becomes a member."
          label="Create one link instead"
          onChange={({ target }) => setByLink(target.checked)}
        />
        {!isByLink && (
          <TextAreaField
            error={refused}
            hint="One per line. Only the person with this address can accept the invitation."
            label="Mail addresses"
            name="emails"
            required
            rows={3}
            spellCheck={false}
          />
        )}
        {!isByLink && hasMail === false && (
          <Notice title="This service sends no mail" tone="info">
            Send the links that you get in the next step yourself.
          </Notice>
        )}
        <SelectField defaultValue="member" label="Role" name="role" options={roleOptions} />
        <SelectField defaultValue={7} error={errors.expires_at} label="Expires after" name="days" options={lifetimes} />
      </DialogForm>
    </Dialog>
  );
}

function addressesIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((address) => address !== '');
}
