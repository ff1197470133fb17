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
  summary: 'Who calls, with their settings',
  description:
    'Secrets are masked. With `expose_secrets=true` they are shown to a caller that has, beside the API key in `Authorization: Bearer`, the session key of a running sandbox of the same owner in X-Session-API-Key. The key of the deployment is never shown.',
  access: 'key',
  generation: 'v1',
  query: z.object({ expose_secrets: QueryBoolean.default(false) }),
  success: { status: 200, body: z.object({ id: z.string(), ...settings }).meta({ id: 'UserInfo' }) },
  errors: ['unavailable'],
}));

/** Web clients need an organization. Each owner has one of their own, without other members. */
const organization = { area: 'accounts', tag: 'users', method: 'GET', access: 'key', generation: 'v1' } as const;

const params = z.object({ org_id: line(100) });

export const listOrganizations = defineEndpoint(() => ({
  ...organization,
  id: 'list-organizations',
  scope: 'any',
  path: '/api/organizations',
  summary: 'The organizations of the caller: their own',
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
    permissions: z
      .array(z.enum(['view_org_settings', 'edit_org_settings']))
      .meta({ description: "What the caller's API key may do there. Clients hide what is not in it." }),
  })
  .meta({ id: 'OrganizationMember' });

export const getOrganizationMember = defineEndpoint(() => ({
  ...organization,
  id: 'get-organization-member',
  scope: 'any',
  path: '/api/organizations/{org_id}/me',
  summary: 'What the caller is in an organization',
  params,
  success: { status: 200, body: Member },
  errors: ['not_found'],
}));

export const findOrganizationMember = defineEndpoint(() => ({
  ...organization,
  id: 'find-organization-member',
  scope: 'any',
  path: '/api/organizations/{org_id}/members/{user_id}',
  summary: 'A member of an organization: its owner, as there is no other',
  params: params.extend({ user_id: line(200) }),
  success: { status: 200, body: Member },
  errors: ['not_found'],
}));

export const listOrganizationProfiles = defineEndpoint(() => ({
  ...organization,
  id: 'list-organization-profiles',
  scope: 'settings:read',
  path: '/api/organizations/{org_id}/profiles',
  summary: 'The language models that an organization keeps under names: those of its owner',
  params,
  success: { status: 200, body: ProfileList },
  errors: ['not_found'],
}));
