import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { DisabledReason } from '../shapes/enums.ts';
import { limit, PageId, page, Success, Timestamp } from '../shapes/fields.ts';
import { eventTypes } from '../shapes/integrator-event-types.ts';
import { freeText, line } from '../shapes/text.ts';
import { MessageWithBody, WebhookMessageInfo } from '../shapes/webhook-message.ts';

const nouns = [...new Set(eventTypes.map((type) => type.split('.')[0]))];

/** The subscriptions of endpoints. */
const subscriptions = ['*', ...nouns.map((noun) => `${noun}.*`), ...eventTypes];

const EventPattern = z.enum(subscriptions, { error: `this is none of ${subscriptions.join(', ')}` }).meta({
  description: 'A type of event, all of a noun such as `sandbox.*`, or `*` for everything.',
  example: 'sandbox.*',
});

const Url = line(2048).min(1).meta({
  format: 'uri',
  description:
    'Where events are sent: https, port 443 or from 1024 up, a host on the public internet, no user name or password. Redirects are not followed.',
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
        'Why it gets no events: a request, it answered 410 (`gone`), or a message failed to the end of its schedule while nothing succeeded (`failing`).',
    }),
    disabled_at: Timestamp.nullable(),
    failing_since: Timestamp.nullable().meta({
      description: 'Since when no attempt succeeds; null when the last one did.',
    }),
    previous_secret_expires_at: Timestamp.nullable().meta({
      description: 'Until when messages are signed with the secret before this one, too.',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'WebhookEndpoint' });

const WithSecret = WebhookEndpointInfo.extend({
  secret: z.string().meta({
    description: 'What messages are signed with: `whsec_` and base64. It is shown this once.',
    example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  }),
}).meta({ id: 'WebhookEndpointWithSecret' });

const common = { area: 'webhooks', tag: 'webhook-endpoints', access: 'key', generation: 'v1' } as const;
const EndpointId = z.string().regex(/^[a-z0-9]{1,64}$/, { error: 'this is not the id of a webhook endpoint' });
const MessageId = z.string().regex(/^[a-z0-9_]{1,64}$/, { error: 'this is not the id of a message' });
const params = z.object({ endpoint_id: EndpointId });

const refusals = {
  refused_url:
    'a `url` that is none, or leads to no host on the public internet, or not by https at a port that is allowed',
} as const;

const messageParams = z.object({ endpoint_id: EndpointId, message_id: MessageId });

export const createWebhookEndpoint = defineEndpoint(() => ({
  ...common,
  id: 'create-webhook-endpoint',
  scope: 'webhooks:write',
  method: 'POST',
  path: '/api/v1/webhook-endpoints',
  summary: 'Have events sent to a URL',
  description:
    'Messages are signed as Standard Webhooks 1.0.0 have it. The secret is shown in this answer and never again. An owner has 20 endpoints at most.',
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
  summary: 'List all webhook endpoints, the oldest first',
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
  summary: 'Read one webhook endpoint',
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
  summary: 'Change a webhook endpoint, or enable it again',
  description:
    'What is left out stays. An endpoint that is enabled again is sent what still waited; of what happened while it was disabled, it hears nothing.',
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
  summary: 'Replace the secret of a webhook endpoint',
  description:
    'Until the overlap ends, each message carries two signatures, by the new secret and by the one before. The new one is shown in this answer and never again.',
  idempotent: 'sealed',
  params,
  body: z
    .object({
      overlap_seconds: z.int().min(0).max(604_800).default(86_400).meta({
        description: 'For how long the present secret signs too: a day unless said otherwise, a week at most.',
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
    'It is sent once, whatever the endpoint subscribes to, and not repeated when it fails. Read the message to see what became of it.',
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
  summary: 'List what was sent to a webhook endpoint, newest first',
  description: 'Messages and their attempts are kept for 30 days.',
  params,
  query: z.object({ page_id: PageId.optional(), limit: limit(20) }),
  success: { status: 200, body: page(WebhookMessageInfo) },
  errors: ['not_found'],
}));

export const getWebhookMessage = defineEndpoint(() => ({
  ...common,
  id: 'get-webhook-message',
  scope: 'webhooks:read',
  method: 'GET',
  path: '/api/v1/webhook-endpoints/{endpoint_id}/messages/{message_id}',
  summary: 'Read one message with what is sent, and what was answered',
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
  summary: 'Send a message again',
  description:
    'With the same id, at once and then by a new schedule. One that still waits for its next attempt is tried now. Asking twice is as good as once.',
  params: messageParams,
  success: { status: 202, body: WebhookMessageInfo },
  errors: ['not_found', 'conflict'],
}));
