import type { Mail, MailMessage } from '../../../platform/aws/mail.ts';
import { log } from '../../../platform/log.ts';
import { inviteUrl } from './invitation-view.ts';
import type { MadeInvitation } from './invite.ts';

/** The mail to a guest; undefined for an invitation by link. */
function invitationMail({ record, token }: MadeInvitation, consoleUrl: string | undefined): MailMessage | undefined {
  const { email, owner_id: ownerId, role, inviter_name: name, inviter_email: inviterEmail, expires_at: end } = record;
  if (email === undefined) return undefined;
  const inviter = name ?? inviterEmail ?? 'An admin';
  const url = inviteUrl(token, consoleUrl);
  const way = url ? `Accept it here:\n${url}` : `Accept it with this token:\n${token}`;
  const text = [
    `${inviter} has invited you to join the organization ${ownerId} as ${role}.`,
    `${way}`,
    `Sign in with ${email}: only this address can accept the invitation. It expires at ${new Date(end * 1000).toISOString()}.`,
    'If you did not expect this invitation, ignore this mail.',
  ].join('\n\n');
  return { to: email, subject: `Invitation to ${ownerId}`, text };
}

/** Sends the mail of an invitation that exists. @returns whether it was sent: if not, its maker passes on the URL */
export async function mailInvitation(
  made: MadeInvitation,
  consoleUrl: string | undefined,
  mail: Mail | undefined,
): Promise<boolean> {
  const message = invitationMail(made, consoleUrl);
  if (message === undefined || mail === undefined) return false;
  try {
    await mail.send(message);
    return true;
  } catch (error) {
    log.error('the mail of an invitation was not sent', {
      owner_id: made.record.owner_id,
      invitation_id: made.record.invitation_id,
      error,
    });
    return false;
  }
}
