import * as z from 'zod';
import { agentVersions, isUnsupported } from '../../../../contract/shapes/agent-versions.ts';
import { type AgentAnswer, agentTimeouts, callAgent } from '../../../sandboxes/agent/agent-http.ts';
import { AgentFailedError, StartFailedError } from '../task/start-failed.ts';
import type { AgentAccess } from './start-context.ts';

type Said = Pick<AgentAnswer, 'status' | 'text'>;

/** Statuses that concern the time or the key, not the request. */
const passing: ReadonlySet<number> = new Set([401, 408, 425, 429]);

/** Server errors that recur at each attempt. */
const lasting: ReadonlySet<number> = new Set([501, 505]);

/** Messages of resolvers for names that do not exist. A resolver that is unreachable has other messages. */
const NO_SUCH_HOST =
  /Name or service not known|No address associated with hostname|nodename nor servname provided|ENOTFOUND/;

const Retryable = z.object({ retryable: z.literal(true) });

/** Whether the same request would get the same response from this agent server again. */
export function isPermanent({ status, text }: Said): boolean {
  if (saysNoSuchHost(text)) return true;
  if (status >= 500) return lasting.has(status);
  return !passing.has(status) && !(status === 409 && isRetryable(text));
}

function saysNoSuchHost(text: string): boolean {
  return NO_SUCH_HOST.test(text);
}

/**
 * The error for a refusal, with the agent's text after the message.
 *
 * @param remedy what the user can do if the error is permanent
 */
export function failureOf(answer: Said, message: string, remedy: string): StartFailedError | AgentFailedError {
  const said = { text: answer.text, keep: 'beginning' } as const;
  if (!isPermanent(answer)) return new AgentFailedError(message, said, answer.status === 500);
  const host =
    'A host that it tried to reach does not exist. Correct the URL of the model or of the tool server (MCP).';
  return new StartFailedError(`${message} ${saysNoSuchHost(answer.text) ? host : remedy}`, said);
}

/** Parses a successful response. @throws AgentFailedError when it does not fit the schema */
export function readAnswer<T>(schema: z.ZodType<T>, { text }: Pick<AgentAnswer, 'text'>, name: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    // The message does not quote the response, which may contain anything.
    throw new AgentFailedError(`The agent server returned an unreadable response to ${name}.`);
  }
}

function isRetryable(text: string): boolean {
  try {
    return Retryable.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

const ServerInfo = z.object({ version: z.string().max(100) });

export const SUPPORTED = `agent servers ${agentVersions.oldest} to ${agentVersions.newest}`;

/** Explains an unsupported agent server version; undefined if it is supported or unknown. */
export async function versionProblem({ url }: AgentAccess, signal: AbortSignal): Promise<string | undefined> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(agentTimeouts.version)]);
    const { text } = await callAgent(`${url}/server_info`, { signal: limit });
    const { version } = ServerInfo.parse(JSON.parse(text));
    if (!isUnsupported(version)) return undefined;
    return `Its version is ${version}, but this service supports ${SUPPORTED}. Use a sandbox spec with a supported version.`;
  } catch {
    // The version only explains another failure, which is reported anyway.
    return undefined;
  }
}
