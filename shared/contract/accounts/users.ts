import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { QueryBoolean } from '../shapes/fields.ts';
import { ProfileList } from '../shapes/profile-list.ts';
import { settings } from '../shapes/settings.ts';
import { line } from '../shapes/text.ts';

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
  success: { status: 200, body: z.object({ id: z.string(), ...settings }).meta({ id: 'UserInfo' }) },
  errors: ['unavailable'],
}));

/** Web clients require an organization. Each owner has their own, without other members. */
const organization = { area: 'accounts', tag: 'users', method: 'GET', access: 'key', generation: 'v1' } as const;

const params = z.object({ org_id: line(100) });

export const listOrganizations = defineEndpoint(() => ({
  ...organization,
  id: 'list-organizations',
  scope: 'any',
  path: '/api/organizations',
  summary: 'List organizations',
  success: {
    status: 200,
    body: z.object({
      items: z.array(
        z
          .object({
            id: z.string(),
            name: z.string(),
            contact_name: z.string(),
            contact_email: z.string(),
            is_personal: z.boolean(),
            credits: z.number().nullable(),
          })
          .meta({ id: 'Organization' }),
      ),
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
    role: z.enum(['owner', 'admin', 'member']),
    status: z.string(),
    permissions: z.array(z.enum(['view_org_settings', 'edit_org_settings'])).meta({
      description: "The permissions of the caller's API key in this organization. Clients hide what is not listed.",
    }),
  })
  .meta({ id: 'OrganizationMember' });

export const getOrganizationMember = defineEndpoint(() => ({
  ...organization,
  id: 'get-organization-member',
  scope: 'any',
  path: '/api/organizations/{org_id}/me',
  summary: "Get the caller's membership of an organization",
  params,
  success: { status: 200, body: Member },
  errors: ['not_found'],
}));

export const findOrganizationMember = defineEndpoint(() => ({
  ...organization,
  id: 'find-organization-member',
  scope: 'any',
  path: '/api/organizations/{org_id}/members/{user_id}',
  summary: 'Get a member of an organization',
  params: params.extend({ user_id: line(200) }),
  success: { status: 200, body: Member },
  errors: ['not_found'],
}));

export const listOrganizationProfiles = defineEndpoint(() => ({
  ...organization,
  id: 'list-organization-profiles',
  scope: 'settings:read',
  path: '/api/organizations/{org_id}/profiles',
  summary: "List an organization's model profiles",
  params,
  success: { status: 200, body: ProfileList },
  errors: ['not_found'],
}));
