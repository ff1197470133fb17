import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { agentRefusals, failures } from '../shapes/agent-failures.ts';
import { SandboxStatus } from '../shapes/enums.ts';
import { ConversationId, LegacyConversationId, Success, Uuid } from '../shapes/fields.ts';
import { LegacyEvent } from '../shapes/legacy-event.ts';
import { MessageState } from '../shapes/message-state.ts';
import { Moment } from '../shapes/moments.ts';
import { MAX_CONTENT_BYTES, uploadLimits } from '../shapes/pictures.ts';
import { SendMessageRequest } from '../shapes/start-request.ts';
import { freeText, line } from '../shapes/text.ts';

/** The content of a user's message: at least one part. */
const Content = SendMessageRequest.shape.content.unwrap().min(1);

/** A message that an agent does not have, for all that is known. */
const UndeliveredMessage = z
  .object({
    id: z.string(),
    state: MessageState.exclude(['delivered']),
    text: z.string(),
    images: z.int(),
    created_at: Moment,
    sent_at: Moment.nullable(),
    detail: z.string().nullable(),
  })
  .meta({
    id: 'UndeliveredMessage',
    description:
      '`images` counts its images. `sent_at` is when it was handed over. `detail` says what the message waits for, or why it was not delivered.',
  });

const current = {
  area: 'conversations',
  tag: 'messages',
  access: 'key',
  scope: 'conversations:write',
  generation: 'v1',
  method: 'POST',
} as const;

const legacyPath = (rest: string) => `/api/conversations/{conversation_id}/${rest}` as const;
const legacy = {
  area: 'conversations',
  tag: 'messages',
  access: 'key',
  generation: 'legacy',
  params: z.object({ conversation_id: LegacyConversationId }),
  refusals: agentRefusals,
  errors: failures,
} as const;

export const queueMessage = defineEndpoint(() => ({
  ...current,
  id: 'queue-message',
  path: '/api/v1/conversations/{conversation_id}/pending-messages',
  summary: 'Queue a message for a starting conversation',
  description:
    '`conversation_id` can also be the id of the start task. At most ten messages can wait. They are delivered once and in order when the conversation is ready.',
  names: { conversation_id: 'queue' },
  params: z.object({ conversation_id: ConversationId }),
  body: z.object({ role: z.literal('user').default('user'), content: Content }).meta({ id: 'PendingMessageRequest' }),
  maxBodyBytes: MAX_CONTENT_BYTES,
  invalidCode: 'malformed_request',
  idempotent: true,
  success: {
    status: 201,
    body: z
      .object({ id: z.string(), queued: z.boolean(), position: z.int(), state: MessageState })
      .meta({ id: 'PendingMessage', description: '`position` is the position in the queue, from 1.' }),
  },
  errors: ['malformed_request', 'not_found', 'conflict', 'gone', 'message_queue_full', 'unavailable'],
}));

export const listPendingMessages = defineEndpoint(() => ({
  ...current,
  id: 'list-pending-messages',
  method: 'GET',
  scope: 'conversations:read',
  path: '/api/v1/conversations/{conversation_id}/pending-messages',
  summary: "List the messages that a conversation's agent does not have",
  description:
    'In the order in which they are delivered, with those of the last day that were not delivered. A message that is not in this list was delivered. `conversation_id` can also be the id of the start task.',
  names: { conversation_id: 'queue' },
  params: z.object({ conversation_id: ConversationId }),
  success: {
    status: 200,
    body: z.object({ items: z.array(UndeliveredMessage) }).meta({ id: 'PendingMessageList' }),
  },
  errors: ['not_found'],
}));

export const sendMessage = defineEndpoint(() => ({
  ...current,
  id: 'send-message',
  path: '/api/v1/app-conversations/{conversation_id}/send-message',
  summary: 'Send a message to a running conversation',
  description:
    'Does not resume the sandbox. If it is not running, the error explains how to resume it. Responds within seconds, even if the agent is busy; `state` says whether the agent has the message. Each message is delivered at most once, after all earlier ones.',
  params: z.object({ conversation_id: ConversationId }),
  body: z
    .object({ role: z.literal('user').default('user'), content: Content, run: z.boolean().default(true) })
    .meta({ id: 'UserMessage' }),
  maxBodyBytes: MAX_CONTENT_BYTES,
  idempotent: true,
  success: {
    status: 200,
    body: z.object({
      success: z.boolean(),
      sandbox_status: SandboxStatus,
      message: z.string(),
      id: z.string(),
      state: MessageState,
    }),
  },
  errors: ['not_found', 'conflict', 'gone', 'message_queue_full', 'bad_gateway', 'unavailable'],
}));

/** A part of a text that is too large for the request that contains it. */
const UploadPart = z.strictObject({
  number: z.int().min(1).max(uploadLimits.parts),
  text: freeText(MAX_CONTENT_BYTES).min(1),
  total_bytes: z.int().min(1).max(uploadLimits.bytes).meta({
    description: 'The size of the whole text in UTF-8, the same for each part.',
  }),
});

export const addUploadPart = defineEndpoint(() => ({
  ...current,
  id: 'add-upload-part',
  path: '/api/v1/uploads/{upload_id}/parts',
  summary: 'Add a part of a large picture or recording',
  description:
    'For what is too large for one request: a picture as a data URL, or a recording. Choose a new UUID for it and send its text in parts, numbered from 1, in any order. When all are there, `upload:{upload_id}` stands for the text in `image_urls` and `replay_json` for 24 hours. It is deleted after nine days. A part that is sent again is stored once.',
  params: z.object({ upload_id: Uuid }),
  body: UploadPart.meta({ id: 'UploadPart' }),
  maxBodyBytes: MAX_CONTENT_BYTES,
  success: {
    status: 200,
    body: z
      .object({ id: z.string(), total_bytes: z.int(), received_bytes: z.int(), is_complete: z.boolean() })
      .meta({ id: 'Upload' }),
  },
  errors: ['conflict'],
}));

export const postMessage = defineEndpoint(() => ({
  ...legacy,
  method: 'POST',
  id: 'post-message',
  successor: '/api/v1/app-conversations/{conversation_id}/send-message',
  scope: 'conversations:write',
  path: legacyPath('message'),
  summary: 'Send a message to the agent',
  description: 'While the conversation starts, or its agent is busy, the message is queued: `state` says so.',
  body: z.object({ message: freeText(200_000).min(1) }).meta({ id: 'LegacyMessage' }),
  idempotent: true,
  errors: [...failures, 'message_queue_full'],
  success: {
    status: 200,
    body: z.object({ success: z.literal(true), id: z.string(), state: MessageState }),
  },
}));

export const postEvent = defineEndpoint(() => ({
  ...legacy,
  method: 'POST',
  id: 'post-event',
  successor: '/api/v1/app-conversations/{conversation_id}/send-message',
  scope: 'conversations:write',
  path: legacyPath('events'),
  summary: 'Send a legacy event to the agent',
  description:
    'Either a message (`action: message`, or `source: user` with `content`), or `action: change_agent_state` with one of running, paused, stopped, user_confirmed and user_rejected.',
  body: LegacyEvent,
  maxBodyBytes: MAX_CONTENT_BYTES,
  idempotent: 'lease',
  errors: [...failures, 'message_queue_full'],
  success: { status: 200, body: Success },
}));

export const getRememberPrompt = defineEndpoint(() => ({
  ...legacy,
  method: 'GET',
  id: 'get-remember-prompt',
  noSuccessor: "Build the prompt from the conversation's events instead.",
  scope: 'conversations:read',
  path: legacyPath('remember-prompt'),
  summary: 'Create a prompt that asks the agent to remember a message',
  query: z.object({ event_id: line(200).min(1) }),
  success: { status: 200, body: z.object({ status: z.literal('success'), prompt: z.string() }) },
}));
