import * as z from 'zod';
import { defineEndpoint } from '../http/endpoint.ts';
import { failures, GitDiff, Path } from './agent-proxy.ts';
import { ConversationResponse } from './conversations.ts';
import { ProviderType } from './enums.ts';
import { LegacyConversationId, Success } from './fields.ts';

/** What clients of the legacy generation do with one conversation. */

const params = z.object({ conversation_id: LegacyConversationId });
const path = (rest: string) => `/api/conversations/{conversation_id}/${rest}` as const;

const common = { area: 'legacy-conversation', access: 'key', generation: 'legacy', params } as const;
const read = { ...common, method: 'GET' } as const;
const change = { ...common, method: 'POST' } as const;

const absent = ['malformed_request', 'not_found'] as const;
const unanswered = ['malformed_request', ...failures] as const;

export const startConversation = defineEndpoint({
  ...change,
  id: 'start-conversation',
  successor: '/api/v1/app-conversations',
  scope: 'conversations:write',
  path: path('start'),
  summary: 'Resume the sandbox of a conversation, or give it a new one when its own is gone',
  body: z.object({ providers_set: z.array(ProviderType).max(20).nullish() }).meta({ id: 'ProvidersSet' }),
  idempotent: true,
  success: { status: 200, body: ConversationResponse },
  errors: [...absent, 'conflict', 'gone', 'concurrency_limit_exceeded', 'quota_exceeded'],
});

export const stopConversation = defineEndpoint({
  ...change,
  id: 'stop-conversation',
  successor: '/api/v1/sandboxes/{sandbox_id}/pause',
  scope: 'conversations:write',
  path: path('stop'),
  summary: 'Pause the sandbox of a conversation',
  description: '`conversation_status` is what it was before. Other conversations in the same sandbox stop with it.',
  idempotent: true,
  success: { status: 200, body: ConversationResponse },
  errors: [...absent, 'conflict'],
});

export const getConversationConfig = defineEndpoint({
  ...read,
  id: 'get-conversation-config',
  successor: '/api/v1/app-conversations/{conversation_id}',
  scope: 'conversations:read',
  path: path('config'),
  summary: 'Say in which sandbox a conversation is',
  success: { status: 200, body: z.object({ runtime_id: z.string(), session_id: z.string() }) },
  errors: absent,
});

export const getVscodeUrl = defineEndpoint({
  ...read,
  id: 'get-vscode-url',
  successor: '/api/v1/sandboxes/{sandbox_id}',
  scope: 'sandboxes:write',
  path: path('vscode-url'),
  summary: 'Say where VS Code of the sandbox is, with its token; null where there is none',
  success: { status: 200, body: z.object({ vscode_url: z.string().nullable() }) },
  errors: unanswered,
});

export const getWebHosts = defineEndpoint({
  ...read,
  id: 'get-web-hosts',
  successor: '/api/v1/sandboxes/{sandbox_id}',
  scope: 'conversations:read',
  path: path('web-hosts'),
  summary: 'Say where the ports are on which the agent may serve something',
  success: { status: 200, body: z.object({ hosts: z.record(z.string(), z.int()) }) },
  errors: absent,
});

export const postMessage = defineEndpoint({
  ...change,
  id: 'post-message',
  successor: '/api/v1/app-conversations/{conversation_id}/send-message',
  scope: 'conversations:write',
  path: path('message'),
  summary: 'Say something to the agent',
  body: z.object({ message: z.string().min(1).max(200_000) }).meta({ id: 'LegacyMessage' }),
  idempotent: 'lease',
  success: { status: 200, body: Success },
  errors: unanswered,
});

export const postEvent = defineEndpoint({
  ...change,
  id: 'post-event',
  successor: '/api/v1/app-conversations/{conversation_id}/send-message',
  scope: 'conversations:write',
  path: path('events'),
  summary: 'Send an event of the legacy protocol to the agent',
  description:
    'A message (`action: message`, or `source: user` with `content`), or `action: change_agent_state` with one of running, paused, stopped, user_confirmed, user_rejected.',
  body: z.record(z.string().max(200), z.unknown()).meta({ id: 'LegacyEvent' }),
  idempotent: 'lease',
  success: { status: 200, body: Success },
  errors: unanswered,
});

export const listMicroagents = defineEndpoint({
  ...read,
  id: 'list-microagents',
  successor: '/api/v1/app-conversations/{conversation_id}/skills',
  scope: 'conversations:read',
  path: path('microagents'),
  summary: 'List the microagents of a conversation; none while its sandbox does not run',
  success: {
    status: 200,
    body: z.object({
      microagents: z.array(
        z.object({
          name: z.string(),
          type: z.enum(['repo', 'knowledge']),
          content: z.string(),
          triggers: z.array(z.string()),
          inputs: z.array(z.never()),
          tools: z.array(z.never()),
        }),
      ),
    }),
  },
  errors: unanswered,
});

export const getRememberPrompt = defineEndpoint({
  ...read,
  id: 'get-remember-prompt',
  noSuccessor: 'The prompt is made of the events of the conversation, which a client can do by itself.',
  scope: 'conversations:read',
  path: path('remember-prompt'),
  summary: 'Make a prompt that has the agent write down what a message taught it',
  query: z.object({ event_id: z.string().min(1).max(200) }),
  success: { status: 200, body: z.object({ status: z.literal('success'), prompt: z.string() }) },
  errors: unanswered,
});

export const listFiles = defineEndpoint({
  ...read,
  id: 'list-files',
  noSuccessor: 'The agent server of the conversation lists directories itself.',
  scope: 'conversations:read',
  path: path('list-files'),
  summary: 'List a directory of the workspace; names of directories end in a slash',
  query: z.object({ path: Path.optional() }),
  success: { status: 200, body: z.array(z.string()) },
  errors: unanswered,
});

export const selectFile = defineEndpoint({
  ...read,
  id: 'select-file',
  successor: '/api/v1/app-conversations/{conversation_id}/file',
  scope: 'conversations:read',
  path: path('select-file'),
  summary: 'Read a text file of the workspace',
  query: z.object({ file: Path }),
  success: { status: 200, body: z.object({ code: z.string() }) },
  errors: [...unanswered, 'payload_too_large', 'unsupported_media_type'],
});

export const zipDirectory = defineEndpoint({
  ...read,
  id: 'zip-directory',
  noSuccessor: 'The agent server of the conversation gives its files itself.',
  scope: 'conversations:read',
  path: path('zip-directory'),
  summary: 'Download the workspace',
  description: 'What can be fetched or built again, such as dependencies, is left out.',
  stream: true,
  success: {
    status: 200,
    contentType: 'application/zip',
    headers: { 'Content-Disposition': 'attachment; filename="workspace.zip"' },
    body: z.string().meta({ override: { type: 'string', format: 'binary' } }),
  },
  errors: [...unanswered, 'payload_too_large'],
});

export const listChanges = defineEndpoint({
  ...read,
  id: 'list-changes',
  successor: '/api/v1/app-conversations/{conversation_id}/git/changes',
  scope: 'conversations:read',
  path: path('git/changes'),
  summary: 'List the changed files of the workspace: M, A, D or R',
  success: { status: 200, body: z.array(z.object({ status: z.enum(['M', 'A', 'D', 'R']), path: z.string() })) },
  errors: unanswered,
});

export const getDiff = defineEndpoint({
  ...read,
  id: 'get-diff',
  successor: '/api/v1/app-conversations/{conversation_id}/git/diff',
  scope: 'conversations:read',
  path: path('git/diff'),
  summary: 'Read a changed file of the workspace before and after',
  query: z.object({ path: Path }),
  success: { status: 200, body: GitDiff },
  errors: unanswered,
});
