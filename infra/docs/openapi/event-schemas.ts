import * as z from 'zod';
import type { ZodOpenApiPathItemObject } from 'zod-openapi';
import {
  BudgetUnit,
  ExecutionStatus,
  LimitScope,
  PauseReason,
  SandboxStatus,
  Visibility,
} from '../../../shared/contract/shapes/enums.ts';
import { type EventType, eventTypes, PING } from '../../../shared/contract/shapes/integrator-event-types.ts';

type Sent = EventType | typeof PING;

const words: Readonly<Record<Sent, string>> = {
  'conversation.created': 'A conversation was created.',
  'conversation.updated': 'The title or the tags of a conversation changed.',
  'conversation.status_changed': 'The execution status of a conversation changed. Each status is sent, however short.',
  'conversation.deleted': 'A conversation was deleted.',
  'sandbox.starting': 'A sandbox is starting or resuming.',
  'sandbox.running': 'A sandbox is running.',
  'sandbox.pausing': 'A sandbox is being paused.',
  'sandbox.paused': 'A sandbox was paused. See `pause_reason`.',
  'sandbox.error': 'A sandbox failed.',
  'snapshot.ready': 'A snapshot is complete.',
  'snapshot.failed': 'A snapshot failed.',
  'snapshot.deleted': 'The deletion of a snapshot was requested, or its retention is over.',
  'sandbox.deleted': 'A sandbox was deleted.',
  'prebuild.ready': 'A build of a prebuild succeeded. Starts begin from it.',
  'prebuild.failed': 'A build of a prebuild failed. Starts use the last successful one.',
  'key.created': 'An API key was created.',
  'key.rotated': 'An API key was rotated.',
  'key.revoked': 'An API key was revoked.',
  'budget.half_used': 'Half of a budget is used.',
  'budget.warning': 'A budget is almost used up.',
  'budget.exhausted': 'A budget is used up. Its running sandboxes are paused.',
  'webhook_endpoint.disabled': 'A webhook endpoint was disabled after repeated failures.',
  'webhook_endpoint.failing': 'No delivery to a webhook endpoint has succeeded for an hour.',
  'start.failed': 'The start of a conversation failed.',
  'owner.suspended': 'The operator suspended the owner: nothing can start, and running sandboxes are paused.',
  'owner.resumed': 'The operator lifted the suspension of the owner.',
  [PING]: 'A test event, sent on request.',
};

const text = { type: 'string' } as const;

/** The headers of every delivery, as components. */
export const deliveryHeaders = {
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'The id of the event. It is the same for every attempt, so that receivers can ignore repetitions.',
    schema: text,
    example: 'msg_2f1d0c9b8a7e6d5c',
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When this attempt was made, in seconds since 1970.',
    schema: text,
    example: '1795253400',
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      '`v1,` followed by the base64-encoded HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. The key is the base64-decoded part of the secret after `whsec_`. After a rotation there are two signatures, separated by a space.',
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
    description: 'Signed according to Standard Webhooks. Delivered at least once, and in order for each object.',
    security: [],
    parameters,
    requestBody: { required: true, content: { 'application/json': { schema: eventSchema(type) } } },
    responses: {
      '2XX': {
        description:
          'The event was received. Any other response, or none within 15 seconds, is retried. A 410 response disables the endpoint.',
      },
    },
  };
}

function eventSchema(type: Sent): z.ZodType {
  return z.object({
    type: z.literal(type),
    timestamp: z.iso.datetime().meta({ description: 'When the event happened.' }),
    data: dataOf(type),
  });
}

const time = z.iso.datetime();

const conversation = {
  conversation_id: z.string(),
  sandbox_id: z.string(),
  title: z.string(),
  execution_status: ExecutionStatus.nullable(),
  created_at: time,
  created_by_user_id: z.string().nullable().meta({ description: 'The person who made it; null for service keys.' }),
  visibility: Visibility,
};

const plainConversation = z.looseObject(conversation).meta({ id: 'ConversationEventData' });

const sandbox = z
  .looseObject({
    sandbox_id: z.string(),
    sandbox_spec_id: z.string(),
    status: SandboxStatus,
    generation: z.int().meta({ description: 'How often the sandbox has been started.' }),
    pause_reason: PauseReason.nullable(),
    reason: z.string().nullable().meta({ description: 'The reason code of the failure.' }),
  })
  .meta({ id: 'SandboxEventData' });

const prebuild = z
  .looseObject({
    prebuild_id: z.string(),
    repository: z.string(),
    branch: z.string().nullable(),
    snapshot_id: z.string().nullable().meta({ description: 'The snapshot of the last successful build.' }),
    commit: z.string().nullable(),
    reason: z.string().nullable().meta({ description: 'The reason code of the failure.' }),
  })
  .meta({ id: 'PrebuildEventData' });
const snapshot = z
  .looseObject({
    snapshot_id: z.string(),
    sandbox_id: z.string(),
    sandbox_spec_id: z.string(),
    name: z.string().nullable(),
    reason: z.string().nullable().meta({ description: 'The reason code of the failure.' }),
  })
  .meta({ id: 'SnapshotEventData' });

const key = z
  .looseObject({
    id: z.string(),
    name: z.string().nullable(),
    last4: z.string().nullable(),
    scopes: z.array(z.string()),
    not_before: time.nullable(),
    expires_at: time.nullable(),
    rotated_from: z.string().nullable(),
    rotated_to: z.string().nullable(),
  })
  .meta({ id: 'KeyEventData' });

const budget = z
  .looseObject({
    scope: LimitScope.meta({ description: 'Whether the budget belongs to the owner, to a member or to the API key.' }),
    key_id: z.string().nullable(),
    user_id: z.string().nullable().meta({ description: 'The member whose budget it is.' }),
    unit: BudgetUnit,
    month: z.string(),
    limit: z.number(),
    used: z.number(),
    resets_at: time,
  })
  .meta({ id: 'BudgetEventData' });

const disabled = z
  .looseObject({ webhook_endpoint_id: z.string(), description: z.string().nullable(), reason: z.string() })
  .meta({ id: 'WebhookEndpointEventData' });

const start = z
  .looseObject({
    start_task_id: z.string(),
    conversation_id: z.string(),
    sandbox_id: z.string(),
    title: z.string().nullable(),
    detail: z.string().nullable().meta({ description: 'Why the start failed.' }),
    created_by_user_id: z.string().nullable(),
    visibility: Visibility,
  })
  .meta({ id: 'StartEventData' });

const owner = z
  .looseObject({
    reason: z.string().nullable().meta({ description: 'What the operator says.' }),
    since: time.nullable(),
  })
  .meta({ id: 'OwnerEventData' });

const ping = z.looseObject({ webhook_endpoint_id: z.string() });

/** The `data` of an event: ids and a few fields, never a secret. Other fields may be added. */
export function dataOf(type: Sent): z.ZodType {
  if (type === 'conversation.updated') {
    return z.looseObject({ ...conversation, changed: z.array(z.string()) });
  }
  if (type === 'conversation.status_changed') {
    return z.looseObject({ ...conversation, previous_execution_status: ExecutionStatus.nullable() });
  }
  if (type === 'webhook_endpoint.disabled' || type === 'webhook_endpoint.failing') return disabled;
  const [noun] = type.split('.');
  if (noun === 'conversation') return plainConversation;
  if (noun === 'sandbox') return sandbox;
  if (noun === 'prebuild') return prebuild;
  if (noun === 'snapshot') return snapshot;
  if (noun === 'key') return key;
  if (noun === 'start') return start;
  if (noun === 'owner') return owner;
  return noun === 'budget' ? budget : ping;
}
