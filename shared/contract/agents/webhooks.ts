import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { agentTime, agentTimeForm } from '../shapes/agent-time.ts';
import { boundedList, SandboxId, Success, Uuid } from '../shapes/fields.ts';
import { agentEventBounds } from '../shapes/json-bounds.ts';

/** As much as Lambda takes. Agents send less, unless a single event is larger. */
const MAX_BODY_BYTES = 6_250_000;

const MAX_EVENTS = 500;

const AgentTime = z
  .string()
  .refine((text) => agentTime(text) !== undefined, { error: 'Must be an ISO 8601 date-time.' })
  .meta(agentTimeForm);

/** An event of an agent server, stored unchanged. */
export const AgentEventBody = z
  .looseObject({
    id: z.string().regex(/^[A-Za-z0-9._:-]{1,128}$/, { error: 'Must be 1 to 128 characters of A-Z a-z 0-9 . _ : -' }),
    timestamp: AgentTime,
    kind: z.string().regex(/^\w{1,100}$/, { error: 'Must be 1 to 100 letters, digits or underscores.' }),
  })
  .meta({ id: 'AgentEvent' });

/** A conversation in an agent server's hook. Only these fields are required. */
export const AgentConversationBody = z
  .looseObject({ id: Uuid, updated_at: AgentTime.nullish(), parent_conversation_id: Uuid.nullish() })
  .meta({ id: 'AgentConversationInfo' });

const common = {
  area: 'agents',
  tag: 'webhooks',
  method: 'POST',
  access: 'sandbox',
  generation: 'v1',
  maxBodyBytes: MAX_BODY_BYTES,
  maxBodyDepth: agentEventBounds.depth,
  maxBodyValues: agentEventBounds.values,
  success: { status: 200, body: Success },
} as const;

const conversations = {
  ...common,
  body: AgentConversationBody,
  description:
    "Agent servers call this with their delivery key, which the service gave them and which clients never see. An unknown conversation was started on the agent server itself; it is recorded for the sandbox's owner.",
  errors: ['unauthenticated', 'rate_limited', 'unavailable'],
} as const;

const events = {
  ...common,
  body: boundedList(AgentEventBody, MAX_EVENTS),
  description:
    'Agent servers call this with their delivery key, which the service gave them and which clients never see. The response is sent after the events are stored. Repeated events are stored once.',
  errors: ['unauthenticated', 'rate_limited', 'unavailable', 'payload_too_large'],
} as const;

export const receiveConversation = defineEndpoint(() => ({
  ...conversations,
  id: 'receive-conversation',
  path: '/api/v1/webhooks/conversations',
  summary: 'Receive a conversation report',
}));

export const receiveEvents = defineEndpoint(() => ({
  ...events,
  id: 'receive-events',
  path: '/api/v1/webhooks/events/{conversation_id}',
  summary: 'Receive events of a conversation',
  params: z.object({ conversation_id: Uuid }),
}));

export const receiveSandboxConversation = defineEndpoint(() => ({
  ...conversations,
  id: 'receive-sandbox-conversation',
  path: '/api/v1/webhooks/{sandbox_id}/conversations',
  summary: 'Receive a conversation report of this sandbox',
  params: z.object({ sandbox_id: SandboxId }),
}));

export const receiveSandboxEvents = defineEndpoint(() => ({
  ...events,
  id: 'receive-sandbox-events',
  path: '/api/v1/webhooks/{sandbox_id}/events/{conversation_id}',
  summary: 'Receive events of a conversation in this sandbox',
  params: z.object({ sandbox_id: SandboxId, conversation_id: Uuid }),
}));
