import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { Success, Timestamp } from '../shapes/fields.ts';
import { Limits, LimitsRequest } from '../shapes/limits.ts';
import { MemberSearch, memberPage } from '../shapes/member-pages.ts';
import { GrantableRole, OrganizationRole } from '../shapes/member-role.ts';
import { MemberParams, OrganizationParams, organization } from '../shapes/organization.ts';
import { Role } from '../shapes/roles.ts';

const common = { area: 'accounts', tag: 'members', access: 'key', generation: 'v1' } as const;

const member = {
  user_id: z.string(),
  email: z.string().nullable(),
  role_id: z.int(),
  role: OrganizationRole,
  role_rank: z.int().meta({ description: 'A lower number means more rights.' }),
  status: z.enum(['active', 'inactive']),
  access_role: Role,
  name: z.string().nullable(),
  managed: z.boolean().meta({ description: 'Whether groups of the identity provider determine the role.' }),
  limits: Limits,
  joined_at: Timestamp,
};
const OrganizationMember = z.object(member).meta({ id: 'OrgMember' });

export const listMembers = defineEndpoint(() => ({
  ...common,
  id: 'list-members',
  scope: 'members:read',
  method: 'GET',
  path: '/api/organizations/{org_id}/members',
  summary: "List an organization's members",
  description:
    'Members are people, listed in the order in which they joined. API keys that belong to no person are not members.',
  params: OrganizationParams,
  query: MemberSearch,
  success: { status: 200, body: memberPage(OrganizationMember) },
  errors: ['not_found'],
}));

export const countMembers = defineEndpoint(() => ({
  ...common,
  id: 'count-members',
  scope: 'members:read',
  method: 'GET',
  path: '/api/organizations/{org_id}/members/count',
  summary: "Count an organization's members",
  params: OrganizationParams,
  query: MemberSearch.pick({ email: true }),
  success: { status: 200, body: z.int() },
  errors: ['not_found'],
}));

export const updateMember = defineEndpoint(() => ({
  ...common,
  id: 'update-member',
  scope: 'members:write',
  method: 'PATCH',
  path: '/api/organizations/{org_id}/members/{user_id}',
  summary: 'Update a member',
  description:
    "Changes the role, the limits or both. Fields that are not sent stay unchanged. Changes apply from the member's next request. The last admin cannot get another role. A role that the identity provider manages (`managed`) can only be changed there.",
  params: MemberParams,
  body: z
    .object({
      role: GrantableRole.nullish(),
      limits: LimitsRequest.nullish().meta({
        description: 'Limits on everything that the member and their API keys run. Null removes a limit.',
      }),
    })
    .meta({ id: 'OrgMemberUpdate' }),
  success: { status: 200, body: OrganizationMember },
  errors: ['not_found', 'conflict', 'forbidden', 'insufficient_scope', 'unauthenticated'],
}));

export const removeMember = defineEndpoint(() => ({
  ...common,
  id: 'remove-member',
  scope: 'members:write',
  method: 'DELETE',
  path: '/api/organizations/{org_id}/members/{user_id}',
  summary: 'Remove a member',
  description:
    "Takes effect with the member's next request. What the member made stays. With `keys=revoke`, all API keys of the member stop working at once. If one request cannot mark all of them as revoked, `keys.complete` is false: repeat the request. With `keys=keep`, the keys stay valid within the limits of the member, without `members:write` and `admin`. The last admin cannot be removed. Session keys of sandboxes that the member has seen work until they are rotated: `session_keys=rotate` does this for all sandboxes, and running ones start again from their workspaces. If `session_keys.complete` is false, repeat the request.",
  params: MemberParams,
  query: z.object({
    keys: z.enum(['keep', 'revoke']).default('keep').meta({ description: "What happens to the member's API keys." }),
    session_keys: z.enum(['keep', 'rotate']).default('keep').meta({
      description: 'What happens to the session keys of sandboxes. `rotate` requires `keys=revoke`.',
    }),
  }),
  refusals: { value_error: '`session_keys=rotate` is sent without `keys=revoke`' },
  success: {
    status: 200,
    body: z.object({
      message: z.literal('Member removed'),
      keys: z
        .object({
          revoked: z.int().meta({ description: 'The number of API keys that this request marked as revoked.' }),
          complete: z.boolean().meta({ description: 'Whether all keys are marked.' }),
        })
        .nullable()
        .meta({ description: 'With `keys=revoke`.' }),
      session_keys: z
        .object({
          rotated: z.int().meta({ description: 'The number of sandboxes whose session key this request rotated.' }),
          complete: z.boolean().meta({ description: 'Whether the member has seen no session key that works.' }),
        })
        .nullable()
        .meta({ description: 'With `session_keys=rotate`.' }),
    }),
  },
  errors: ['not_found', 'conflict', 'forbidden', 'insufficient_scope', 'unauthenticated'],
}));

export const endMemberSessions = defineEndpoint(() => ({
  ...common,
  id: 'end-member-sessions',
  scope: 'members:write',
  method: 'DELETE',
  path: '/api/organizations/{org_id}/members/{user_id}/sessions',
  summary: "End a member's sessions",
  description:
    'Tokens that were issued until now are refused in this organization: the member must sign in again. API keys stay valid.',
  params: MemberParams,
  success: { status: 200, body: Success },
  errors: ['not_found', 'conflict', 'forbidden', 'insufficient_scope', 'unauthenticated'],
}));

export const switchOrganization = defineEndpoint(() => ({
  ...common,
  id: 'switch-organization',
  scope: 'any',
  method: 'POST',
  path: '/api/organizations/{org_id}/switch',
  summary: 'Choose an organization',
  description:
    'From now on, requests of the person without X-Org-Id are for this organization, in all sessions. An API key always belongs to the same organization.',
  params: OrganizationParams,
  success: {
    status: 200,
    body: z.object(organization).meta({ id: 'ChosenOrganization' }),
  },
  errors: ['not_found', 'conflict'],
}));
