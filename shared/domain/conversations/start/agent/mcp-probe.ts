import { JsonObject } from '../../../../contract/shapes/json.ts';
import { tokenName } from '../../../settings/secrets/secret-store.ts';
import { type Conversation, SERVER_FAILED } from '../../record/conversation.ts';
import type { StepWarning } from '../task/start-warnings.ts';
import { serversOf } from './agent-definition.ts';
import type { AgentAccess, AgentConversations, PayloadParts } from './start-context.ts';

/**
 * Tests the MCP servers of a conversation on its agent server. Newer ones work without the tools of a broken server and
 * say so only in their log; older ones start no conversation with it.
 *
 * @returns a warning for each broken server, by name
 */
export async function brokenServers(
  parts: Pick<PayloadParts, 'settings' | 'secrets'>,
  agent: AgentAccess,
  agents: Pick<AgentConversations, 'testServer'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, StepWarning>> {
  const fill = filler(parts);
  const tests = Object.entries(serversOf(parts)).map(async ([name, given]) => {
    const server = testable(JsonObject.parse(fill(given)));
    const error = server && (await agents.testServer(agent, name.slice(0, 128), server, signal));
    return error === undefined ? [] : [[name, warningOf(name, error, server)] as const];
  });
  return new Map((await Promise.all(tests)).flat());
}

/** The warnings of a conversation about the servers that it was created without. */
export function serverWarningsOf({ start_warnings: warnings }: Pick<Conversation, 'start_warnings'>): StepWarning[] {
  const ofServers = (warnings ?? []).filter(({ code }) => code === SERVER_FAILED);
  return ofServers.map(({ detail, ...warning }) => ({ ...warning, output: detail ?? '' }));
}

function warningOf(name: string, output: string, server: JsonObject | undefined): StepWarning {
  const { auth } = server ?? {};
  const login =
    JsonObject.safeParse(auth).data?.strategy === 'oauth2'
      ? ' It needs a login, which an agent cannot do by itself.'
      : '';
  const message = `The MCP server '${name}' did not answer the agent, so the conversation started without its tools.${login} Correct or disable it in the settings, and start a new conversation.`;
  return { code: SERVER_FAILED, message, output };
}

const VARIABLE = /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g;

/** Fills in the variables of a server from secrets, as agent servers do it when they start a conversation. */
function filler({ settings, secrets }: Pick<PayloadParts, 'settings' | 'secrets'>): (value: unknown) => unknown {
  const known = new Map([
    ...[...settings.gitTokens].map(([provider, { token }]) => [tokenName(provider), token] as const),
    ...[...settings.secrets].map(([name, { value }]) => [name, value] as const),
    ...Object.entries(secrets.secrets),
  ]);
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value.replace(
        VARIABLE,
        (whole, name: string, otherwise?: string) => known.get(name) ?? otherwise ?? whole,
      );
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, fill(child)]));
  };
  return fill;
}

/** Undefined if only the agent's environment can have its variables. */
function testable(server: JsonObject): JsonObject | undefined {
  if (typeof server.url !== 'string') return JSON.stringify(server).search(VARIABLE) < 0 ? server : undefined;
  // As agents choose it.
  const transport = server.transport ?? (/\/sse(?:[/?&]|$)/.test(server.url) ? 'sse' : 'http');
  return { ...server, transport };
}
