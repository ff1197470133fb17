import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { ScopeName } from '../shapes/api-key.ts';
import { limit, QueryBoolean } from '../shapes/fields.ts';
import { JsonObject } from '../shapes/json.ts';
import { pageStart } from '../shapes/member-pages.ts';
import { OrganizationRole } from '../shapes/member-role.ts';
import { Membership } from '../shapes/membership.ts';
import { MemberParams, OrganizationParams, organization as organizationFields } from '../shapes/organization.ts';
import { organizationPermissions } from '../shapes/organization-permissions.ts';
import { ProfileList } from '../shapes/profile-list.ts';
import { Role } from '../shapes/roles.ts';
import { settings } from '../shapes/settings.ts';

export const getCurrentUser = defineEndpoint(() => ({
  id: 'get-current-user',
  scope: 'settings:read',
  area: 'accounts',
  tag: 'users',
  method: 'GET',
  path: '/api/v1/users/me',
  summary: 'Get the current user',
  description:
    "Includes the user's settings. Secrets are masked. `expose_secrets=true` shows them to a caller that sends the API key in `Authorization: Bearer` and the session key of a running sandbox of the same owner in X-Session-API-Key. The operator's own model key is never shown.",
  access: 'key',
  generation: 'v1',
  query: z.object({ expose_secrets: QueryBoolean.default(false) }),
  success: {
    status: 200,
    body: z
      .object({
        ...settings,
        id: z
          .string()
          .meta({ description: 'The ID of the person, or of the owner for API keys that belong to no person.' }),
        name: z.string().nullable(),
        picture: z.string().nullable().meta({ description: 'An HTTPS URL.' }),
        org_id: z.string(),
        org_name: z.string(),
        role: OrganizationRole,
        access_role: Role.nullable().meta({ description: 'Null for API keys that belong to no person.' }),
        permissions: z.array(z.string()),
        memberships: z.array(Membership).meta({
          description: 'The owners that the person is a member of. For an API key, only its own.',
        }),
      })
      .meta({ id: 'UserInfo' }),
  },
  errors: ['unavailable'],
}));

/** Web clients know owners as organizations. */
const organization = { area: 'accounts', tag: 'users', method: 'GET', access: 'key', generation: 'v1' } as const;

export const listOrganizations = defineEndpoint(() => ({
  ...organization,
  id: 'list-organizations',
  scope: 'any',
  path: '/api/organizations',
  summary: 'List organizations',
  description:
    'Lists the organizations that the person is a member of, in the order in which they joined. An API key belongs to one organization.',
  query: z.object({ page_id: pageStart('organizations'), limit: limit(100) }),
  success: {
    status: 200,
    body: z.object({
      items: z.array(z.object(organizationFields).meta({ id: 'Organization' })),
      next_page_id: z.string().nullable(),
      current_org_id: z.string().nullable(),
    }),
  },
  errors: [],
}));

const Member = z
  .object({
    org_id: z.string(),
    user_id: z.string(),
    email: z.string(),
    role: OrganizationRole,
    status: z.string(),
    permissions: z.array(z.enum(organizationPermissions)).meta({
      description: 'The permissions of the user in this organization. Clients hide what is not listed.',
    }),
    access_role: Role.nullable().meta({
      description: 'The exact role. Null for API keys that belong to no person.',
    }),
    name: z.string().nullable(),
    scopes: z
      .array(ScopeName)
      .meta({ description: 'The scopes of the user; for the caller, those of the token or API key of this request.' }),
    llm_api_key: z.literal('').meta({ description: 'Always empty: keys of models are never shown.' }),
    llm_api_key_for_byor: z.null(),
    agent_settings_diff: JsonObject.meta({ description: 'Always empty: all members share the settings.' }),
    conversation_settings_diff: JsonObject,
  })
  .meta({ id: 'OrganizationMember' });

export const getOrganizationMember = defineEndpoint(() => ({
  ...organization,
  id: 'get-organization-member',
  scope: 'any',
  path: '/api/organizations/{org_id}/me',
  summary: "Get the caller's membership of an organization",
  params: OrganizationParams,
  success: { status: 200, body: Member },
  errors: ['not_found'],
}));

export const findOrganizationMember = defineEndpoint(() => ({
  ...organization,
  id: 'find-organization-member',
  scope: 'any',
  path: '/api/organizations/{org_id}/members/{user_id}',
  summary: 'Get a member of an organization',
  description: 'Reading another member requires the scope `members:read`.',
  params: MemberParams,
  success: { status: 200, body: Member },
  errors: ['not_found', 'insufficient_scope'],
}));

export const listOrganizationProfiles = defineEndpoint(() => ({
  ...organization,
  id: 'list-organization-profiles',
  scope: 'settings:read',
  path: '/api/organizations/{org_id}/profiles',
  summary: "List an organization's model profiles",
  params: OrganizationParams,
  success: { status: 200, body: ProfileList },
  errors: ['not_found'],
}));
