import type * as z from 'zod';
import type { listInvitations } from '../../../contract/accounts/invitations.ts';
import { organizationRoleOf } from '../../../contract/shapes/member-role.ts';
import type { InvitationRecord } from './invitation.ts';
import type { MadeInvitation } from './invite.ts';

type InvitationView = z.input<(typeof listInvitations)['success']['body']>['items'][number];

/** A pending invitation for callers, without its secret. */
export function invitationView(invitation: InvitationRecord): InvitationView {
  const { invitation_id, email = '', role, created_at, expires_at, inviter_email, inviter_name } = invitation;
  return {
    id: Number(invitation_id),
    email,
    role: organizationRoleOf(role),
    access_role: role,
    status: 'pending',
    created_at,
    expires_at: new Date(expires_at * 1000).toISOString(),
    ...{ inviter_email, inviter_name },
    invite_url: null,
    token: null,
  };
}

/** A new invitation with its secret. */
export function madeView({ record, token }: MadeInvitation, consoleUrl: string | undefined): InvitationView {
  return { ...invitationView(record), invite_url: inviteUrl(token, consoleUrl), token };
}

/** The page of the console that accepts an invitation. Browsers send no fragment to servers, so no log has it. */
export function inviteUrl(token: string, consoleUrl: string | undefined): string | null {
  return consoleUrl === undefined ? null : `${consoleUrl}/invitation#token=${token}`;
}
