import * as z from 'zod';
import { defineEndpoint } from '../http/endpoint.ts';
import { ProfileList } from './profiles.ts';

/** Web clients want an organization to work in. Each owner has one of their own, which nobody else is a member of. */
const common = { area: 'organizations', method: 'GET', access: 'key', generation: 'v1' } as const;

const params = z.object({ org_id: z.string().max(100) });

export const listOrganizations = defineEndpoint({
  ...common,
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
});

export const getOrganizationMember = defineEndpoint({
  ...common,
  id: 'get-organization-member',
  scope: 'any',
  path: '/api/organizations/{org_id}/me',
  summary: 'What the caller is in an organization',
  params,
  success: {
    status: 200,
    body: z
      .object({
        org_id: z.string(),
        user_id: z.string(),
        email: z.string(),
        role: z.enum(['owner', 'admin', 'member']),
        status: z.string(),
      })
      .meta({ id: 'OrganizationMember' }),
  },
  errors: ['not_found'],
});

export const listOrganizationProfiles = defineEndpoint({
  ...common,
  id: 'list-organization-profiles',
  scope: 'settings:read',
  path: '/api/organizations/{org_id}/profiles',
  summary: 'The language models that an organization keeps under names: those of its owner',
  params,
  success: { status: 200, body: ProfileList },
  errors: ['not_found'],
});
