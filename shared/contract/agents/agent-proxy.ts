import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { agentRefusals, failures } from '../shapes/agent-failures.ts';
import { SkillType } from '../shapes/enums.ts';
import { ConversationId, LegacyConversationId, Success } from '../shapes/fields.ts';
import { line } from '../shapes/text.ts';
import { GitChange, GitDiff, HookEvent, MOST_FILES, Skill, WorkspaceFile } from '../shapes/workspace.ts';

/** Parts of a sandbox that the service reads from the agent server for user interfaces. */

const path = (rest: string) => `/api/v1/app-conversations/{conversation_id}/${rest}` as const;
const legacyPath = (rest: string) => `/api/conversations/{conversation_id}/${rest}` as const;

const Path = z
  .string()
  .min(1)
  .max(4096)
  .refine((text) => !text.includes('\0'), { error: 'A path cannot contain the NUL character.' })
  .meta({ pattern: '^[^\\u0000]*$' });
const Ref = line(1_000).regex(/^(?!-)[^ ]+$/, { error: 'Must be a valid git ref.' });

const current = {
  area: 'agents',
  tag: 'agent-proxy',
  access: 'key',
  generation: 'v1',
  method: 'GET',
  params: z.object({ conversation_id: ConversationId }),
  refusals: agentRefusals,
  errors: failures,
} as const;

const legacy = {
  area: 'agents',
  tag: 'agent-proxy',
  access: 'key',
  generation: 'legacy',
  method: 'GET',
  params: z.object({ conversation_id: LegacyConversationId }),
  refusals: agentRefusals,
  errors: failures,
} as const;

export const readConversationFile = defineEndpoint(() => ({
  ...current,
  id: 'read-conversation-file',
  scope: 'conversations:read',
  path: path('file'),
  summary: 'Get a text file from the sandbox',
  description: 'Returns an empty text if the file, the conversation or its running sandbox does not exist.',
  query: z.object({ file_path: WorkspaceFile.default('/workspace/project/PLAN.md') }),
  success: { status: 200, body: z.string() },
  refusals: {},
  errors: [],
}));

export const listConversationFiles = defineEndpoint(() => ({
  ...current,
  id: 'list-conversation-files',
  scope: 'conversations:read',
  path: path('files'),
  summary: 'List files in the sandbox',
  description: `Returns the first ${MOST_FILES.toLocaleString('en')} files below \`path\`, sorted by name and relative to it. Leaves out directories that can be fetched or built again, such as \`.git\`, \`node_modules\` and \`dist\`. Without \`path\`, lists the conversation's working directory.`,
  query: z.object({ path: WorkspaceFile.optional() }),
  success: { status: 200, body: z.array(z.string()).max(MOST_FILES) },
}));

export const getGitChanges = defineEndpoint(() => ({
  ...current,
  id: 'get-git-changes',
  scope: 'conversations:read',
  path: path('git/changes'),
  summary: 'List changed files of a repository',
  query: z.object({ path: Path, ref: Ref.optional() }),
  success: { status: 200, body: z.array(GitChange) },
}));

export const getGitDiff = defineEndpoint(() => ({
  ...current,
  id: 'get-git-diff',
  scope: 'conversations:read',
  path: path('git/diff'),
  summary: "Get a file's diff",
  query: z.object({ path: Path, ref: Ref.optional() }),
  success: { status: 200, body: GitDiff },
}));

export const listSkills = defineEndpoint(() => ({
  ...current,
  id: 'list-conversation-skills',
  scope: 'conversations:read',
  path: path('skills'),
  summary: "List the agent's skills",
  success: { status: 200, body: z.object({ skills: z.array(Skill) }) },
}));

export const listHooks = defineEndpoint(() => ({
  ...current,
  id: 'list-conversation-hooks',
  scope: 'conversations:read',
  path: path('hooks'),
  summary: "List the workspace's hooks",
  success: { status: 200, body: z.object({ hooks: z.array(HookEvent) }) },
}));

export const switchProfile = defineEndpoint(() => ({
  ...current,
  id: 'switch-profile',
  scope: 'conversations:write',
  method: 'POST',
  path: path('switch_profile'),
  summary: "Switch the conversation's model profile",
  body: z.object({ profile_name: line(200).min(1) }).meta({ id: 'SwitchProfileRequest' }),
  success: { status: 200, body: Success },
}));

export const switchAcpModel = defineEndpoint(() => ({
  ...current,
  id: 'switch-acp-model',
  scope: 'conversations:write',
  method: 'POST',
  path: path('switch_acp_model'),
  summary: 'Switch the model of an ACP agent',
  body: z.object({ model: line(500).min(1) }).meta({ id: 'SwitchAcpModelRequest' }),
  success: { status: 200, body: Success },
}));

export const getVscodeUrl = defineEndpoint(() => ({
  ...legacy,
  id: 'get-vscode-url',
  successor: '/api/v1/sandboxes/{sandbox_id}',
  scope: 'sandboxes:write',
  path: legacyPath('vscode-url'),
  summary: "Get the URL of the sandbox's VS Code",
  success: {
    status: 200,
    body: z.object({
      vscode_url: z.string().nullable(),
      error: z.string().nullable().meta({ description: 'Why VS Code cannot be opened. Null if it can.' }),
    }),
  },
}));

export const getWebHosts = defineEndpoint(() => ({
  ...legacy,
  id: 'get-web-hosts',
  successor: '/api/v1/sandboxes/{sandbox_id}',
  scope: 'conversations:read',
  path: legacyPath('web-hosts'),
  summary: "Get the URLs of the agent's web ports",
  success: { status: 200, body: z.object({ hosts: z.record(z.string(), z.int()) }) },
  refusals: {},
  errors: ['malformed_request', 'not_found'],
}));

export const listMicroagents = defineEndpoint(() => ({
  ...legacy,
  id: 'list-microagents',
  successor: '/api/v1/app-conversations/{conversation_id}/skills',
  scope: 'conversations:read',
  path: legacyPath('microagents'),
  summary: "List the conversation's microagents",
  success: {
    status: 200,
    body: z.object({
      microagents: z.array(
        z.object({
          name: z.string(),
          type: SkillType.exclude(['agentskills']),
          content: z.string(),
          triggers: z.array(z.string()),
          inputs: z.array(z.never()),
          tools: z.array(z.never()),
        }),
      ),
    }),
  },
}));

export const zipDirectory = defineEndpoint(() => ({
  ...legacy,
  id: 'zip-directory',
  noSuccessor: "Get files from the conversation's agent server instead.",
  scope: 'conversations:read',
  path: legacyPath('zip-directory'),
  summary: 'Download the workspace as a ZIP archive',
  description:
    'Leaves out files that can be fetched or built again, such as dependencies. Files with names that are unsafe on some systems (a backslash, a drive letter, `..`, bytes that are not UTF-8) are renamed; RENAMED_FILES.txt in the archive lists them with the reason.',
  stream: true,
  // API Gateway's timeout applies to each piece of a stream, not to the whole.
  needs: { timeoutSeconds: 120 },
  success: {
    status: 200,
    contentType: 'application/zip',
    headers: { 'Content-Disposition': 'attachment; filename="workspace.zip"' },
    body: z.string().meta({ override: { type: 'string', format: 'binary' } }),
  },
  errors: [...failures, 'payload_too_large'],
}));

export const listFiles = defineEndpoint(() => ({
  ...legacy,
  id: 'list-files',
  noSuccessor: "List directories on the conversation's agent server instead.",
  scope: 'conversations:read',
  path: legacyPath('list-files'),
  summary: 'List a directory of the workspace',
  query: z.object({ path: Path.optional() }),
  success: { status: 200, body: z.array(z.string()) },
}));

export const selectFile = defineEndpoint(() => ({
  ...legacy,
  id: 'select-file',
  successor: '/api/v1/app-conversations/{conversation_id}/file',
  scope: 'conversations:read',
  path: legacyPath('select-file'),
  summary: 'Get a text file from the workspace',
  query: z.object({ file: Path }),
  success: { status: 200, body: z.object({ code: z.string() }) },
  errors: [...failures, 'payload_too_large', 'unsupported_media_type'],
}));

export const listChanges = defineEndpoint(() => ({
  ...legacy,
  id: 'list-changes',
  successor: '/api/v1/app-conversations/{conversation_id}/git/changes',
  scope: 'conversations:read',
  path: legacyPath('git/changes'),
  summary: 'List changed files of the workspace',
  success: { status: 200, body: z.array(z.object({ status: z.enum(['M', 'A', 'D', 'R']), path: z.string() })) },
}));

export const getDiff = defineEndpoint(() => ({
  ...legacy,
  id: 'get-diff',
  successor: '/api/v1/app-conversations/{conversation_id}/git/diff',
  scope: 'conversations:read',
  path: legacyPath('git/diff'),
  summary: 'Get the diff of a workspace file',
  query: z.object({ path: Path }),
  success: { status: 200, body: GitDiff },
}));
