import { errorsFor } from '../../../api/failure.ts';
import type { AgentProfileInput } from '../../../api/shapes.ts';

/** The values of the form. An empty text is a field that is not set. */
export interface AgentDraft {
  readonly kind: 'openhands' | 'acp';
  /** The name of a model profile. */
  readonly model: string;
  readonly instructions: string;
  readonly hasSubAgents: boolean;
  readonly condenses: boolean;
  /** The names of the secrets and MCP servers it receives; null means all. */
  readonly secrets: readonly string[] | null;
  readonly servers: readonly string[] | null;
  readonly program: string;
  readonly programModel: string;
  readonly command: string;
  /** One per line. */
  readonly programArguments: string;
}

/** The agent that runs a command of its owner. */
export const CUSTOM_PROGRAM = 'custom';

type Stored = Readonly<Record<string, unknown>>;

/** Reads a stored agent. Its secrets are masked; sending a mask back keeps the secret. */
export function agentDraftOf(stored: Stored): AgentDraft {
  const condenser = stored.condenser as Stored | null | undefined;
  return {
    kind: stored.agent_kind === 'acp' ? 'acp' : 'openhands',
    model: text(stored.llm_profile_ref),
    instructions: text(stored.system_message_suffix),
    hasSubAgents: stored.enable_sub_agents === true,
    condenses: condenser?.enabled !== false,
    secrets: names(stored.secret_refs),
    servers: names(stored.mcp_server_refs),
    program: text(stored.acp_server) || 'claude-code',
    programModel: text(stored.acp_model),
    command: Array.isArray(stored.acp_command) ? stored.acp_command.join(' ') : text(stored.acp_command),
    programArguments: (names(stored.acp_args) ?? []).join('\n'),
  };
}

/** The fields of each kind. The service rejects them for an agent of the other kind. */
const fieldsOf = {
  openhands: {
    model: (draft) => ({ llm_profile_ref: draft.model || null }),
    instructions: (draft) => ({ system_message_suffix: draft.instructions.trim() || null }),
    hasSubAgents: (draft) => ({ enable_sub_agents: draft.hasSubAgents }),
    condenses: (draft, stored) => ({ condenser: { ...(stored.condenser ?? {}), enabled: draft.condenses } }),
  },
  acp: {
    program: (draft) => ({ acp_server: draft.program }),
    programModel: (draft) => ({ acp_model: draft.programModel.trim() || null }),
    command: (draft) => ({ acp_command: draft.command.trim() || null }),
    programArguments: (draft) => ({ acp_args: linesOf(draft.programArguments) }),
  },
} as const satisfies Record<AgentDraft['kind'], Partial<Record<keyof AgentDraft, Write>>>;

type Write = (draft: AgentDraft, stored: AgentProfileInput) => Partial<AgentProfileInput>;

/**
 * The request that stores a draft. Unchanged fields are sent back as stored; a change of the kind drops the fields of
 * the old kind.
 */
export function agentRequestOf(stored: Stored, draft: AgentDraft): AgentProfileInput {
  const before = agentDraftOf(stored);
  const isOtherKind = before.kind !== draft.kind;
  const kept: AgentProfileInput = isOtherKind ? shared(stored) : stored;
  const writes = Object.entries<Write>(fieldsOf[draft.kind]) as [keyof AgentDraft, Write][];
  const isNew = isOtherKind || Object.keys(stored).length === 0;
  const changed = writes
    .filter(([name]) => isNew || before[name] !== draft[name])
    .map(([, write]) => write(draft, kept));
  return Object.assign({}, kept, ...changed, {
    agent_kind: draft.kind,
    secret_refs: draft.secrets,
    mcp_server_refs: draft.servers,
  });
}

/** The fields that both kinds have. */
const shared = ({ schema_version: version }: Stored): AgentProfileInput =>
  typeof version === 'number' ? { schema_version: version } : {};

/** The messages about the form fields, from those about the request. */
export const agentErrorsOf = errorsFor<keyof AgentDraft>({
  kind: 'agent_kind',
  model: 'llm_profile_ref',
  instructions: 'system_message_suffix',
  hasSubAgents: 'enable_sub_agents',
  condenses: 'condenser',
  secrets: 'secret_refs',
  servers: 'mcp_server_refs',
  program: 'acp_server',
  programModel: 'acp_model',
  command: 'acp_command',
  programArguments: 'acp_args',
});

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const names = (value: unknown): readonly string[] | null => (Array.isArray(value) ? value.map(String) : null);

function linesOf(lines: string): string[] | null {
  const all = lines.split('\n').filter((line) => line.trim() !== '');
  return all.length === 0 ? null : all;
}

/** The draft that a group of fields edits. */
export interface AgentFields {
  readonly draft: AgentDraft;
  readonly errors: Partial<Record<keyof AgentDraft, string>>;
  readonly onChange: (change: Partial<AgentDraft>) => void;
}

/** The programs that agent servers know by name. A test compares them with the form of the service. */
export const programs: Readonly<Record<string, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  'gemini-cli': 'Gemini CLI',
  'kimi-code': 'Kimi Code',
  pi: 'Pi',
  opencode: 'OpenCode',
  [CUSTOM_PROGRAM]: 'Custom command',
};
