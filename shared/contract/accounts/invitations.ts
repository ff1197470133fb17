import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { boundedList, DateTime, noContent, Timestamp } from '../shapes/fields.ts';
import { MAIL_ADDRESS, MailAddress } from '../shapes/mail-address.ts';
import { GrantableRole, OrganizationRole } from '../shapes/member-role.ts';
import { OrganizationParams } from '../shapes/organization.ts';
import { Role } from '../shapes/roles.ts';
import { line } from '../shapes/text.ts';

const common = { area: 'accounts', tag: 'invitations', generation: 'v1' } as const;

/** The secret of an invitation. */
const INVITATION_TOKEN = /^acsi\.[\w-]{1,60}\.\d{1,16}\.[\w-]{43}$/;

const Token = line(200).regex(INVITATION_TOKEN, {
  error: 'Must be an invitation token, which starts with acsi. Check that the link is complete.',
});

const invitation = {
  id: z.int(),
  email: z.string().meta({ description: 'Empty for an invitation link, which anyone who has it can accept.' }),
  role: OrganizationRole,
  access_role: Role,
  status: z.literal('pending'),
  created_at: Timestamp,
  expires_at: Timestamp,
  inviter_email: z.string().nullable(),
  inviter_name: z.string().nullable(),
  invite_url: z.string().nullable().meta({
    description:
      'The page of the web console that accepts the invitation. It contains the token, so it is shown once, in the response that creates the invitation. Null if there is no console.',
  }),
  token: z.string().nullable().meta({ description: 'The secret of the invitation. Shown once.' }),
};

const Invitation = z.object(invitation).meta({ id: 'Invitation' });

const CreatedInvitation = z
  .object({
    ...invitation,
    email_sent: z.boolean().meta({
      description: 'Whether the mail service accepted the mail. If not, send the URL to the person yourself.',
    }),
  })
  .meta({ id: 'CreatedInvitation' });

const delivery = z.boolean().meta({ description: 'Whether this deployment sends mail (the setting `mailFrom`).' });

export const inviteMembers = defineEndpoint(() => ({
  ...common,
  id: 'invite-members',
  access: 'key',
  scope: 'members:write',
  method: 'POST',
  path: '/api/organizations/{org_id}/members/invite',
  summary: 'Invite people to an organization',
  description:
    'Each address gets an invitation of its own, which only the person with this verified address can accept. Without `emails`, the request creates one invitation link, which the first person who has it can accept. An invitation can be used once, and only while the person who made it can invite people. An organization can have 100 pending invitations.',
  params: OrganizationParams,
  body: z
    .strictObject({
      emails: boundedList(
        MailAddress.transform((email) => email.toLowerCase()),
        20,
        1,
      )
        .optional()
        .meta({
          override: {
            type: 'array',
            items: { type: 'string', format: 'email', maxLength: 254, pattern: MAIL_ADDRESS.source },
            minItems: 1,
            maxItems: 20,
          },
        }),
      role: GrantableRole.default('member'),
      expires_at: DateTime.nullish().meta({ description: 'Default: in 7 days. At most in 30 days.' }),
    })
    .meta({ id: 'InvitationCreate' }),
  refusals: { value_error: '`expires_at` is in the past, or more than 30 days ahead' },
  success: {
    status: 201,
    body: z
      .object({
        successful: z.array(CreatedInvitation),
        failed: z.array(z.object({ email: z.string(), error: z.string() })),
        email_delivery_configured: delivery,
      })
      .meta({ id: 'BatchInvitation' }),
  },
  errors: ['not_found', 'conflict', 'forbidden', 'insufficient_scope', 'unauthenticated'],
}));

export const listInvitations = defineEndpoint(() => ({
  ...common,
  id: 'list-invitations',
  access: 'key',
  scope: 'members:read',
  method: 'GET',
  path: '/api/organizations/{org_id}/members/invite',
  summary: 'List pending invitations',
  description: 'The newest first, at most 100.',
  params: OrganizationParams,
  success: {
    status: 200,
    body: z
      .object({
        items: z.array(Invitation),
        email_delivery_configured: delivery,
        auto_add_enabled: z.boolean().meta({ description: 'Always false: organizations have no such setting.' }),
      })
      .meta({ id: 'PendingInvitations' }),
  },
  errors: ['not_found'],
}));

export const revokeInvitation = defineEndpoint(() => ({
  ...common,
  id: 'revoke-invitation',
  access: 'key',
  scope: 'members:write',
  method: 'DELETE',
  path: '/api/organizations/{org_id}/members/invite/{invitation_id}',
  summary: 'Revoke an invitation',
  params: OrganizationParams.extend({ invitation_id: line(100) }),
  success: noContent,
  errors: ['not_found', 'conflict', 'unauthenticated'],
}));

/** The page allows only its own script, connects to nothing and cannot be framed. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'sha256-igtya0fRrf/GiLUUCJ3j7FNU8oXriElUgsPAFdv6OBY='",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const openInvitation = defineEndpoint(() => ({
  ...common,
  id: 'open-invitation',
  access: 'open',
  method: 'GET',
  path: '/api/organizations/members/invite/accept',
  summary: 'Open an invitation',
  description:
    'An HTML page that leads to the web console and moves the token to the fragment of the URL. `invite_url` leads to the console directly, because servers on the way can log the query of a URL.',
  query: z.object({
    token: Token.optional().meta({ description: 'Links from the command line have it in the fragment instead.' }),
  }),
  success: {
    status: 200,
    body: z.string(),
    contentType: 'text/html; charset=utf-8',
    headers: { 'Content-Security-Policy': pagePolicy, 'Referrer-Policy': 'no-referrer' },
  },
  errors: [],
}));

export const acceptInvitation = defineEndpoint(() => ({
  ...common,
  id: 'accept-invitation',
  access: 'person',
  method: 'POST',
  path: '/api/organizations/members/invite/accept',
  summary: 'Accept an invitation',
  description:
    'Makes the person who sends the request a member. Only the person with the verified address of an invitation can accept it. The person who accepted an invitation can repeat the request.',
  body: z.object({ token: Token }).meta({ id: 'InvitationAcceptance' }),
  success: {
    status: 200,
    body: z
      .object({
        success: z.literal(true),
        org_id: z.string(),
        org_name: z.string(),
        role: OrganizationRole,
        access_role: Role,
      })
      .meta({ id: 'AcceptedInvitation' }),
  },
  errors: ['not_found', 'gone', 'conflict', 'forbidden'],
}));
