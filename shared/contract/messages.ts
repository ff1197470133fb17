import * as z from 'zod';
import { defineEndpoint } from '../http/endpoint.ts';
import { SandboxStatus } from './enums.ts';
import { ConversationId } from './fields.ts';
import { SendMessageRequest } from './start-request.ts';

/** What a user says: at least one part. */
const Content = SendMessageRequest.shape.content.unwrap().min(1);

const common = {
  area: 'messages',
  access: 'key',
  scope: 'conversations:write',
  generation: 'v1',
  method: 'POST',
} as const;

export const queueMessage = defineEndpoint({
  ...common,
  id: 'queue-message',
  path: '/api/v1/conversations/{conversation_id}/pending-messages',
  summary: 'Queue a message for a conversation that is starting',
  description:
    'The id may be that of the start task. At most ten messages wait; they reach the agent in their order, each once, as soon as the conversation is there.',
  params: z.object({ conversation_id: ConversationId }),
  body: z.object({ role: z.literal('user').default('user'), content: Content }).meta({ id: 'PendingMessageRequest' }),
  invalidCode: 'malformed_request',
  idempotent: true,
  success: {
    status: 201,
    body: z
      .object({ id: z.string(), queued: z.boolean(), position: z.int() })
      .meta({ id: 'PendingMessage', description: '`position` is the place in the queue, from 1.' }),
  },
  errors: ['malformed_request', 'not_found', 'conflict', 'gone', 'message_queue_full', 'unavailable'],
});

export const sendMessage = defineEndpoint({
  ...common,
  id: 'send-message',
  path: '/api/v1/app-conversations/{conversation_id}/send-message',
  summary: 'Say something to the agent of a running conversation',
  description: 'Wakes nothing: while the sandbox does not run, the answer says how to resume it.',
  params: z.object({ conversation_id: ConversationId }),
  body: z
    .object({ role: z.literal('user').default('user'), content: Content, run: z.boolean().default(true) })
    .meta({ id: 'UserMessage' }),
  idempotent: 'lease',
  success: {
    status: 200,
    body: z.object({ success: z.boolean(), sandbox_status: SandboxStatus, message: z.string() }),
  },
  errors: ['not_found', 'conflict', 'gone', 'bad_gateway', 'unavailable'],
});
