import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { DeliveryStatus, DisabledReason } from '../shapes/enums.ts';
import { DateTime, limit, PageId, page, Success, Timestamp } from '../shapes/fields.ts';
import { eventTypes, PING } from '../shapes/integrator-event-types.ts';
import { freeText, line } from '../shapes/text.ts';
import { MessageWithBody, WebhookMessageInfo } from '../shapes/webhook-message.ts';

const nouns = [...new Set(eventTypes.map((type) => type.split('.')[0]))];

const subscriptions = ['*', ...nouns.map((noun) => `${noun}.*`), ...eventTypes];

const EventPattern = z.enum(subscriptions, { error: `Must be one of ${subscriptions.join(', ')}.` }).meta({
  description: 'An event type, all types of an object such as `sandbox.*`, or `*` for all events.',
  example: 'sandbox.*',
});

/** Messages by their event: as in subscriptions, and pings. */
const filters = [...subscriptions.filter((pattern) => pattern !== '*'), PING];

const EventFilter = z.enum(filters, { error: `Must be one of ${filters.join(', ')}.` }).meta({
  description: 'An event type, or all types of an object such as `sandbox.*`.',
  example: 'sandbox.*',
});

const Url = line(2048).min(1).meta({
  format: 'uri',
  description:
    'The URL that receives events: https, port 443 or at least 1024, a host on the public internet, without user name and password. Redirects are not followed.',
  example: 'https://hooks.example.com/agent-conversations',
});
const EventPatterns = z
  .array(EventPattern)
  .min(1)
  .max(50)
  .transform((events) => [...new Set(events)]);
const Description = freeText(500).nullable();

export const WebhookEndpointInfo = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.string()),
    description: z.string().nullable(),
    enabled: z.boolean(),
    disabled_reason: DisabledReason.nullable().meta({
      description:
        'Why the endpoint is disabled: by a request (`api`), because it responded 410 (`gone`), or because a message failed all its attempts and no other message succeeded (`failing`).',
    }),
    disabled_at: Timestamp.nullable(),
    failing_since: Timestamp.nullable().meta({
      description: 'Since when all attempts have failed. Null if the last attempt succeeded.',
    }),
    previous_secret_expires_at: Timestamp.nullable().meta({
      description: 'Until when messages are also signed with the previous secret.',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'WebhookEndpoint' });

const WithSecret = WebhookEndpointInfo.extend({
  secret: z.string().meta({
    description: 'The signing secret: `whsec_` followed by base64. Shown only once.',
    example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  }),
}).meta({ id: 'WebhookEndpointWithSecret' });

const common = { area: 'webhooks', tag: 'webhook-endpoints', access: 'key', generation: 'v1' } as const;
const EndpointId = z.string().regex(/^[a-z0-9]{1,64}$/, { error: 'Must be the id of a webhook endpoint.' });
const MessageId = z.string().regex(/^[a-z0-9_]{1,64}$/, { error: 'Must be the id of a webhook message.' });
const params = z.object({ endpoint_id: EndpointId });

const refusals = {
  refused_url:
    '`url` is invalid, is not https on an allowed port, or does not resolve to a host on the public internet',
} as const;

const messageParams = z.object({ endpoint_id: EndpointId, message_id: MessageId });

export const createWebhookEndpoint = defineEndpoint(() => ({
  ...common,
  id: 'create-webhook-endpoint',
  scope: 'webhooks:write',
  method: 'POST',
  path: '/api/v1/webhook-endpoints',
  summary: 'Create a webhook endpoint',
  description:
    'Messages are signed according to Standard Webhooks 1.0.0. The secret is shown only in this response. An owner can have at most 20 endpoints.',
  idempotent: 'sealed',
  body: z.object({
    url: Url,
    events: EventPatterns,
    description: Description.default(null),
    enabled: z.boolean().default(true),
  }),
  refusals,
  success: { status: 201, location: '/api/v1/webhook-endpoints/{id}', body: WithSecret },
  errors: ['conflict', 'unavailable'],
}));

export const listWebhookEndpoints = defineEndpoint(() => ({
  ...common,
  id: 'list-webhook-endpoints',
  scope: 'webhooks:read',
  method: 'GET',
  path: '/api/v1/webhook-endpoints',
  summary: 'List webhook endpoints, oldest first',
  success: { status: 200, cache: 'own', body: z.object({ items: z.array(WebhookEndpointInfo) }) },
  errors: [],
}));

export const getWebhookEndpoint = defineEndpoint(() => ({
  ...common,
  id: 'get-webhook-endpoint',
  revised: true,
  scope: 'webhooks:read',
  method: 'GET',
  path: '/api/v1/webhook-endpoints/{endpoint_id}',
  summary: 'Get a webhook endpoint',
  params,
  success: { status: 200, cache: 'own', body: WebhookEndpointInfo },
  errors: ['not_found'],
}));

export const updateWebhookEndpoint = defineEndpoint(() => ({
  ...common,
  id: 'update-webhook-endpoint',
  revised: true,
  scope: 'webhooks:write',
  method: 'PATCH',
  path: '/api/v1/webhook-endpoints/{endpoint_id}',
  summary: 'Update a webhook endpoint',
  description:
    'Fields that are not sent stay unchanged. An endpoint that is enabled again receives the messages that were still waiting, but no events from the time when it was disabled.',
  params,
  body: z.object({
    url: Url.optional(),
    events: EventPatterns.optional(),
    description: Description.optional(),
    enabled: z.boolean().optional(),
  }),
  refusals,
  success: { status: 200, body: WebhookEndpointInfo },
  errors: ['not_found', 'conflict'],
}));

export const deleteWebhookEndpoint = defineEndpoint(() => ({
  ...common,
  id: 'delete-webhook-endpoint',
  scope: 'webhooks:write',
  method: 'DELETE',
  path: '/api/v1/webhook-endpoints/{endpoint_id}',
  summary: 'Delete a webhook endpoint',
  params,
  success: { status: 200, body: Success },
  errors: ['not_found'],
}));

export const rotateWebhookSecret = defineEndpoint(() => ({
  ...common,
  id: 'rotate-webhook-secret',
  scope: 'webhooks:write',
  method: 'POST',
  path: '/api/v1/webhook-endpoints/{endpoint_id}/rotate-secret',
  summary: "Rotate a webhook endpoint's secret",
  description:
    'During the overlap, each message has two signatures: by the new and by the previous secret. The new secret is shown only in this response.',
  idempotent: 'sealed',
  params,
  body: z
    .object({
      overlap_seconds: z.int().min(0).max(604_800).default(86_400).meta({
        description: 'How long the previous secret also signs messages. Default: one day. Maximum: one week.',
      }),
    })
    .optional(),
  success: { status: 200, body: WithSecret },
  errors: ['not_found', 'conflict', 'unavailable'],
}));

export const pingWebhookEndpoint = defineEndpoint(() => ({
  ...common,
  id: 'ping-webhook-endpoint',
  scope: 'webhooks:write',
  method: 'POST',
  path: '/api/v1/webhook-endpoints/{endpoint_id}/ping',
  summary: 'Send a test message',
  description:
    'Sends the message once, whatever events the endpoint subscribes to, and does not retry. Get the message to see the result.',
  params,
  success: {
    status: 202,
    location: '/api/v1/webhook-endpoints/{endpoint_id}/messages/{id}',
    body: WebhookMessageInfo,
  },
  errors: ['not_found', 'conflict'],
}));

export const listWebhookMessages = defineEndpoint(() => ({
  ...common,
  id: 'list-webhook-messages',
  scope: 'webhooks:read',
  method: 'GET',
  path: '/api/v1/webhook-endpoints/{endpoint_id}/messages',
  summary: 'List webhook messages, newest first',
  description:
    'In the order of their `created_at`. Messages and their attempts are kept for 30 days. A page can hold fewer messages than `limit` when filters match few of them; continue while `next_page_id` is set.',
  params,
  query: z.object({
    status: DeliveryStatus.optional(),
    type: EventFilter.optional(),
    from: DateTime.optional().meta({ description: 'By `created_at`, inclusive.' }),
    to: DateTime.optional().meta({ description: 'By `created_at`, exclusive.' }),
    page_id: PageId.optional(),
    limit: limit(20),
  }),
  success: { status: 200, body: page(WebhookMessageInfo) },
  errors: ['not_found'],
}));

export const getWebhookMessage = defineEndpoint(() => ({
  ...common,
  id: 'get-webhook-message',
  scope: 'webhooks:read',
  method: 'GET',
  path: '/api/v1/webhook-endpoints/{endpoint_id}/messages/{message_id}',
  summary: 'Get a webhook message with its attempts',
  params: messageParams,
  success: { status: 200, body: MessageWithBody },
  errors: ['not_found'],
}));

export const redeliverWebhookMessage = defineEndpoint(() => ({
  ...common,
  id: 'redeliver-webhook-message',
  scope: 'webhooks:write',
  method: 'POST',
  path: '/api/v1/webhook-endpoints/{endpoint_id}/messages/{message_id}/redeliver',
  summary: 'Redeliver a webhook message',
  description:
    'Sends the message with the same id at once, then retries on a new schedule. A message that is waiting for its next attempt is sent now. Repeating the request has no further effect.',
  params: messageParams,
  success: { status: 202, body: WebhookMessageInfo },
  errors: ['not_found', 'conflict'],
}));
