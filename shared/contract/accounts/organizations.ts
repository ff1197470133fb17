import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { JsonObject } from '../shapes/json.ts';
import { MailAddress } from '../shapes/mail-address.ts';
import { OrganizationParams, organization } from '../shapes/organization.ts';
import { line, WORDS } from '../shapes/text.ts';

const common = {
  area: 'accounts',
  tag: 'organizations',
  access: 'key',
  generation: 'v1',
  path: '/api/organizations/{org_id}',
  params: OrganizationParams,
} as const;

const Name = line(200, z.string().trim()).regex(new RegExp(WORDS), { error: 'Must not be blank.' });

const OrganizationDetails = z
  .object({
    ...organization,
    agent_settings: JsonObject.meta({ description: 'As in `GET /api/v1/settings`. Secrets are never shown.' }),
    conversation_settings: JsonObject,
    enable_proactive_conversation_starters: z.boolean(),
    v1_enabled: z.boolean(),
    org_version: z.int().meta({ description: 'Increases with each change of name or contact.' }),
    search_api_key: z.null(),
    sandbox_api_key: z.null(),
    max_budget_per_task: z.number().nullable(),
    remote_runtime_resource_factor: z.number().nullable(),
    sandbox_base_container_image: z.string().nullable(),
    sandbox_runtime_container_image: z.string().nullable(),
    conversation_expiration: z.null(),
    billing_margin: z.null(),
  })
  .meta({ id: 'OrganizationDetails' });

export const getOrganization = defineEndpoint(() => ({
  ...common,
  id: 'get-organization',
  revised: true,
  scope: 'settings:read',
  method: 'GET',
  summary: 'Get an organization',
  description: 'Its name and contact, with its settings.',
  success: { status: 200, body: OrganizationDetails },
  errors: ['not_found', 'unavailable'],
}));

const here = 'Send it to PATCH /api/organizations/{org_id}/settings.';
const bySpec = 'The sandbox spec determines the size and image of a sandbox. Choose one with sandbox_spec_id.';

export const updateOrganization = defineEndpoint(() => ({
  ...common,
  id: 'update-organization',
  revised: true,
  scope: 'settings:write',
  method: 'PATCH',
  summary: 'Update the name and contact of an organization',
  description:
    'The ID of the owner does not change. Fields that are not sent stay unchanged; an empty `contact_email` removes it. Admins have the required scope.',
  body: z
    .object({
      name: Name.nullish(),
      contact_name: Name.nullish(),
      contact_email: z.union([MailAddress, z.literal('')]).nullish(),
    })
    .meta({ id: 'OrganizationUpdate' }),
  unsupported: {
    agent_settings_diff: here,
    conversation_settings_diff: here,
    llm_api_key: here,
    search_api_key: here,
    enable_proactive_conversation_starters: here,
    v1_enabled: here,
    conversation_expiration: 'Conversations stay until they are deleted.',
    billing_margin: 'This service has no billing margins.',
    max_budget_per_task: here,
    remote_runtime_resource_factor: bySpec,
    sandbox_base_container_image: bySpec,
    sandbox_runtime_container_image: bySpec,
    sandbox_api_key: 'Sandboxes have keys of their own.',
  },
  success: { status: 200, body: OrganizationDetails },
  errors: ['not_found', 'conflict', 'unavailable'],
}));
