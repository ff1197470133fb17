import * as z from 'zod';
import type { ZodOpenApiPathItemObject } from 'zod-openapi';
import { type EventType, eventTypes, PING } from '../../../shared/contract/shapes/integrator-event-types.ts';
import { dataOf } from './event-data.ts';

type Sent = EventType | typeof PING;

const words: Readonly<Record<Sent, string>> = {
  'conversation.created': 'A conversation was created.',
  'conversation.updated': 'A conversation has another title, or other tags.',
  'conversation.status_changed': 'The agent of a conversation works, waits, or has ended.',
  'conversation.deleted': 'A conversation was deleted.',
  'sandbox.starting': 'A sandbox starts, or is resumed.',
  'sandbox.running': 'A sandbox runs.',
  'sandbox.pausing': 'A sandbox is being paused.',
  'sandbox.paused': 'A sandbox is paused. `pause_reason` says why.',
  'sandbox.error': 'A sandbox failed.',
  'sandbox.deleted': 'A sandbox was deleted.',
  'key.created': 'An API key was made.',
  'key.rotated': 'An API key has a successor.',
  'key.revoked': 'An API key was revoked.',
  'budget.warning': 'Most of a budget is used up.',
  'budget.exhausted': 'A budget is used up. What ran is paused, with its files.',
  'webhook_endpoint.disabled': 'Deliveries to an endpoint failed for so long that it gets no more.',
  [PING]: 'A test, sent by request only.',
};

const text = { type: 'string' } as const;

/** The headers of every delivery, as components. */
export const deliveryHeaders = {
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'The id of the event: the same on every try, so that a receiver can tell what it has had.',
    schema: text,
    example: 'msg_2f1d0c9b8a7e6d5c',
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When this try was made, in seconds since 1970.',
    schema: text,
    example: '1795253400',
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      '`v1,` and HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` in base64, by the bytes behind `whsec_` of the secret. After a rotation there are two, with a space between them.',
    schema: text,
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
} as const;

const parameters = Object.keys(deliveryHeaders).map((name) => ({ $ref: `#/components/parameters/${name}` }));

/** Every event that integrators can subscribe to, as a request that their own server gets. */
export function webhooks(): Record<string, ZodOpenApiPathItemObject> {
  return Object.fromEntries([...eventTypes, PING as Sent].map((type) => [type, { post: webhook(type) }]));
}

function webhook(type: Sent): NonNullable<ZodOpenApiPathItemObject['post']> {
  return {
    operationId: `on-${type.replaceAll(/[._]/g, '-')}`,
    tags: ['signed-events'],
    summary: words[type],
    description: 'Signed as Standard Webhooks have it. Delivered at least once, and in order for one object.',
    security: [],
    parameters,
    requestBody: { required: true, content: { 'application/json': { schema: eventSchema(type) } } },
    responses: {
      '2XX': {
        description:
          'The event has arrived. Any other answer, and none within 15 seconds, is tried again; after a 410 the endpoint is disabled.',
      },
    },
  };
}

function eventSchema(type: Sent): z.ZodType {
  return z.object({
    type: z.literal(type),
    timestamp: z.iso.datetime().meta({ description: 'When it happened.' }),
    data: dataOf(type),
  });
}
