import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { ExecutionStatus, SandboxStatus } from '../shapes/enums.ts';
import { ConversationId, limit, QueryBoolean, whole } from '../shapes/fields.ts';
import { OrganizationParams } from '../shapes/organization.ts';
import {
  isComplete,
  OrganizationConversation,
  OrganizationConversationStats,
  OrganizationUsageStats,
  OrganizationUserUsage,
} from '../shapes/organization-conversation.ts';
import { line } from '../shapes/text.ts';

/** All conversations of an organization, as other services show them to its admins. */
const common = {
  area: 'conversations',
  tag: 'organization-conversations',
  access: 'key',
  generation: 'v1',
  method: 'GET',
} as const;

/** The most conversations that a page or a statistic examines, the newest first. */
export const EXAMINED = 2_000;

/** The most conversations of one export. */
export const EXPORTED = 10_000;

/** It reads many rows. API Gateway ends it after 29 s. */
const needs = { timeoutSeconds: 29, memoryMegabytes: 512 } as const;

const forAdmins =
  'For admins, and for API keys that belong to no person. Includes private conversations. Statuses and costs are those that agents last reported.';

const bounded = `Examines the ${EXAMINED.toLocaleString('en')} newest conversations of the time window.`;

const byId = OrganizationParams.extend({ conversation_id: ConversationId });

const status = `(?:${ExecutionStatus.options.join('|')})`;
const STATUSES = new RegExp(`^${status}(?:,${status})*$`);

/** The statuses of a query: clients repeat the parameter, or separate them by commas. */
export function statusesIn(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.split(','));
}

const created = { description: 'Only conversations that were created within this time before now.' };

const refusals = { custom: '`execution_status` names an unknown status' } as const;

const filters = {
  search: line(200).trim().min(1).optional().meta({
    description: "Part of the title, of the sandbox ID, or of the user's name or email address. Case is ignored.",
  }),
  sort_by: z.enum(['created_at', 'updated_at', 'llm_model', 'accumulated_cost', 'title']).default('updated_at'),
  sort_order: z.enum(['desc', 'asc']).default('desc'),
  execution_status: z
    .array(
      z
        .string()
        .max(200)
        .regex(STATUSES, {
          error: `Each status must be one of: ${ExecutionStatus.options.join(', ')}.`,
        }),
    )
    .max(20)
    .optional()
    .meta({
      description: `Repeat the parameter or separate statuses by commas: ${ExecutionStatus.options.join(', ')}.`,
    }),
  sandbox_status: SandboxStatus.optional(),
  time_window: z.enum(['all', '7d', '30d', '90d']).default('all').meta(created),
  include_sub_conversations: QueryBoolean.default(false),
};

export const listOrganizationConversations = defineEndpoint(() => ({
  ...common,
  id: 'list-organization-conversations',
  scope: 'conversations:read',
  path: '/api/organizations/{org_id}/conversations',
  summary: "List an organization's conversations",
  description: `${forAdmins} ${bounded} If there are more, \`pagination_accurate\` is false, and older ones are neither listed nor counted.`,
  params: OrganizationParams,
  query: z.object({ ...filters, page: whole(1, 100_000).default(1), per_page: limit(20) }),
  refusals,
  needs,
  success: {
    status: 200,
    body: z
      .object({
        items: z.array(OrganizationConversation),
        total_items: z.int(),
        page: z.int(),
        per_page: z.int(),
        total_pages: z.int(),
        pagination_accurate: isComplete,
      })
      .meta({ id: 'OrganizationConversationPage' }),
  },
  errors: ['not_found', 'insufficient_scope'],
}));

export const getOrganizationConversation = defineEndpoint(() => ({
  ...common,
  id: 'get-organization-conversation',
  scope: 'conversations:read',
  path: '/api/organizations/{org_id}/conversations/{conversation_id}',
  summary: "Get one of an organization's conversations",
  description: forAdmins,
  params: byId,
  success: { status: 200, body: OrganizationConversation },
  errors: ['not_found', 'insufficient_scope'],
}));

export const stopOrganizationConversation = defineEndpoint(() => ({
  ...common,
  id: 'stop-organization-conversation',
  scope: 'conversations:write',
  method: 'POST',
  path: '/api/organizations/{org_id}/conversations/{conversation_id}/stop',
  summary: "Stop one of an organization's conversations",
  description:
    'Pauses its sandbox, and with it all conversations in this sandbox. The workspace is saved, and the conversation can be resumed. For admins, and for API keys that belong to no person. Fails with 409 if the sandbox does not run.',
  params: byId,
  idempotent: true,
  success: {
    status: 200,
    body: z
      .object({ message: z.literal('Conversation stopped'), conversation_id: z.string(), sandbox_id: z.string() })
      .meta({ id: 'StoppedConversation' }),
  },
  errors: ['not_found', 'conflict', 'insufficient_scope'],
}));

export const exportOrganizationConversations = defineEndpoint(() => ({
  ...common,
  id: 'export-organization-conversations',
  scope: 'conversations:read',
  path: '/api/organizations/{org_id}/conversations/export',
  summary: "Download an organization's conversations as CSV",
  description: `${forAdmins} The columns are the fields of the list. Fails with 422 \`too_many_rows\` if the time window has more than ${EXPORTED.toLocaleString('en')} conversations.`,
  params: OrganizationParams,
  query: z.object(filters),
  refusals,
  needs,
  success: { status: 200, contentType: 'text/csv; charset=utf-8', body: z.string() },
  errors: ['not_found', 'insufficient_scope', 'too_many_rows'],
}));

export const getOrganizationStats = defineEndpoint(() => ({
  ...common,
  id: 'get-organization-stats',
  scope: 'usage:read',
  path: '/api/organizations/{org_id}/conversations/stats',
  summary: "Get statistics of an organization's conversations",
  description: `${forAdmins} Examines the ${EXAMINED.toLocaleString('en')} newest conversations, including sub-conversations.`,
  params: OrganizationParams,
  needs,
  success: { status: 200, body: OrganizationConversationStats },
  errors: ['not_found', 'insufficient_scope'],
}));

export const getOrganizationUsageStats = defineEndpoint(() => ({
  ...common,
  id: 'get-organization-usage-stats',
  scope: 'usage:read',
  path: '/api/organizations/{org_id}/conversations/usage-stats',
  summary: "Get an organization's usage by day, user, model and agent",
  description: `${forAdmins} ${bounded} All tokens of a conversation count on the day (UTC) on which it was created.`,
  params: OrganizationParams,
  query: z.object({
    time_window: z.enum(['7d', '30d', '90d', 'ytd']).optional().meta({
      description: 'Overrides `days`. `ytd`: since the beginning of the year (UTC).',
    }),
    days: whole(1, 366).default(7),
  }),
  needs,
  success: { status: 200, body: OrganizationUsageStats },
  errors: ['not_found', 'insufficient_scope'],
}));

export const getOrganizationUserUsage = defineEndpoint(() => ({
  ...common,
  id: 'get-organization-user-usage',
  scope: 'usage:read',
  path: '/api/organizations/{org_id}/conversations/user-usage',
  summary: "Get the usage of each of an organization's members",
  description: `${forAdmins} Returns members, and others who made one of the ${EXAMINED.toLocaleString('en')} newest conversations. All costs of a conversation count in the month in which it was created.`,
  params: OrganizationParams,
  query: z.object({ limit: limit(500, 2_000), offset: whole(0, 100_000).default(0) }),
  needs,
  success: { status: 200, body: OrganizationUserUsage },
  errors: ['not_found', 'insufficient_scope'],
}));
