import * as z from 'zod';
import { defineEndpoint } from '../http/endpoint.ts';
import { ConversationId, Success } from './fields.ts';

/** What UIs show of the inside of a sandbox: the service asks the agent server for them. */

const params = z.object({ conversation_id: ConversationId });
const path = (rest: string) => `/api/v1/app-conversations/{conversation_id}/${rest}` as const;

export const Path = z
  .string()
  .min(1)
  .max(4096)
  .refine((text) => !text.includes('\0'), { error: 'a path holds no NUL' });
const Ref = z
  .string()
  .max(250)
  .regex(/^(?!-)[^\s\p{C}]+$/u, { error: 'this is no git ref' });

const common = { area: 'agent-proxy', access: 'key', generation: 'v1', params } as const;

/** How a question to an agent may fail. */
export const failures = ['not_found', 'conflict', 'gone', 'bad_gateway', 'unavailable', 'gateway_timeout'] as const;

export const GitChange = z
  .object({ status: z.enum(['MOVED', 'ADDED', 'DELETED', 'UPDATED']), path: z.string() })
  .meta({ id: 'GitChange' });

export const GitDiff = z
  .object({ modified: z.string().nullable(), original: z.string().nullable() })
  .meta({ id: 'GitDiff' });

export const Skill = z
  .object({
    name: z.string(),
    type: z.enum(['repo', 'knowledge', 'agentskills']),
    content: z.string(),
    triggers: z.array(z.string()),
  })
  .meta({ id: 'Skill' });

const Hook = z.object({
  type: z.string(),
  command: z.string().nullable(),
  timeout: z.number().nullable(),
  async: z.boolean(),
});

export const HookEvent = z
  .object({
    event_type: z.string(),
    matchers: z.array(z.object({ matcher: z.string(), hooks: z.array(Hook) })),
  })
  .meta({ id: 'HookEvent' });

export const readConversationFile = defineEndpoint({
  ...common,
  id: 'read-conversation-file',
  scope: 'conversations:read',
  method: 'GET',
  path: path('file'),
  summary: 'Read a text file of the sandbox',
  description: 'An empty text when anything is not there: the file, the conversation, or its running sandbox.',
  query: z.object({ file_path: Path.default('/workspace/project/PLAN.md') }),
  success: { status: 200, body: z.string() },
  errors: [],
});

export const getGitChanges = defineEndpoint({
  ...common,
  id: 'get-git-changes',
  scope: 'conversations:read',
  method: 'GET',
  path: path('git/changes'),
  summary: 'List the changed files of a repository in the sandbox',
  query: z.object({ path: Path, ref: Ref.optional() }),
  success: { status: 200, body: z.array(GitChange) },
  errors: failures,
});

export const getGitDiff = defineEndpoint({
  ...common,
  id: 'get-git-diff',
  scope: 'conversations:read',
  method: 'GET',
  path: path('git/diff'),
  summary: 'Read a changed file of the sandbox before and after',
  query: z.object({ path: Path, ref: Ref.optional() }),
  success: { status: 200, body: GitDiff },
  errors: failures,
});

export const listSkills = defineEndpoint({
  ...common,
  id: 'list-conversation-skills',
  scope: 'conversations:read',
  method: 'GET',
  path: path('skills'),
  summary: 'List the skills of the agent; none while its sandbox does not run',
  success: { status: 200, body: z.object({ skills: z.array(Skill) }) },
  errors: failures,
});

export const listHooks = defineEndpoint({
  ...common,
  id: 'list-conversation-hooks',
  scope: 'conversations:read',
  method: 'GET',
  path: path('hooks'),
  summary: 'List the hooks of the workspace; none while its sandbox does not run',
  success: { status: 200, body: z.object({ hooks: z.array(HookEvent) }) },
  errors: failures,
});

export const switchProfile = defineEndpoint({
  ...common,
  id: 'switch-profile',
  scope: 'conversations:write',
  method: 'POST',
  path: path('switch_profile'),
  summary: 'Let the agent go on with the language model of another profile',
  body: z.object({ profile_name: z.string().min(1).max(200) }).meta({ id: 'SwitchProfileRequest' }),
  success: { status: 200, body: Success },
  errors: failures,
});

export const switchAcpModel = defineEndpoint({
  ...common,
  id: 'switch-acp-model',
  scope: 'conversations:write',
  method: 'POST',
  path: path('switch_acp_model'),
  summary: 'Let an ACP agent go on with another model',
  body: z.object({ model: z.string().min(1).max(500) }).meta({ id: 'SwitchAcpModelRequest' }),
  success: { status: 200, body: Success },
  errors: ['malformed_request', ...failures],
});
