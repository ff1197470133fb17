import * as z from 'zod';
import { agentVersions, isUnsupported } from '../../../../contract/shapes/agent-versions.ts';
import { type AgentAnswer, agentTimeouts, callAgent } from '../../../sandboxes/agent/agent-http.ts';
import { AgentFailedError, StartFailedError } from '../task/start-failed.ts';
import type { AgentAccess } from './start-context.ts';

type Said = Pick<AgentAnswer, 'status' | 'text'>;

/** What concerns the moment or the key, and not the request: too early, too often, too slow. */
const passing: ReadonlySet<number> = new Set([401, 408, 425, 429]);

/** Failures of a server that it will have at every try. */
const lasting: ReadonlySet<number> = new Set([501, 505]);

/** How resolvers say that a name does not exist. A resolver that does not answer says something else, and may soon. */
const NO_SUCH_HOST =
  /Name or service not known|No address associated with hostname|nodename nor servname provided|ENOTFOUND/;

const Retryable = z.object({ retryable: z.literal(true) });

/** Whether the same request would get the same answer from this agent server again. Total: any status has a verdict. */
export function isPermanent({ status, text }: Said): boolean {
  if (saysNoSuchHost(text)) return true;
  if (status >= 500) return lasting.has(status);
  return !passing.has(status) && !(status === 409 && isRetryable(text));
}

/** Whether the agent server tried to reach a host that does not exist. */
function saysNoSuchHost(text: string): boolean {
  return NO_SUCH_HOST.test(text);
}

/**
 * The error of an answer that is none of success, with the agent's own words behind the message.
 *
 * @param remedy what the person who waits can do, should it be permanent
 */
export function failureOf(answer: Said, message: string, remedy: string): StartFailedError | AgentFailedError {
  const said = { text: answer.text, keep: 'beginning' } as const;
  if (!isPermanent(answer)) return new AgentFailedError(message, said, answer.status === 500);
  const host =
    'A host that it tried to reach does not exist. Correct the URL of the model or of the tool server (MCP).';
  return new StartFailedError(`${message} ${saysNoSuchHost(answer.text) ? host : remedy}`, said);
}

/** Reads an answer of success. @throws AgentFailedError when it is not what agent servers answer */
export function readAnswer<T>(schema: z.ZodType<T>, { text }: Pick<AgentAnswer, 'text'>, name: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    // The message repeats nothing of it: what cannot be read may be anything.
    throw new AgentFailedError(`The agent server returned an unreadable response to ${name}.`);
  }
}

function isRetryable(text: string): boolean {
  try {
    return Retryable.safeParse(JSON.parse(text)).success;
  } catch {
    // No JSON: it does not ask for another try.
    return false;
  }
}

const ServerInfo = z.object({ version: z.string().max(100) });

/** The range of agent servers in words. */
export const SUPPORTED = `agent servers ${agentVersions.oldest} to ${agentVersions.newest}`;

/** What is wrong with the release of an agent server; undefined for a supported one, and when it does not say. */
export async function versionProblem({ url }: AgentAccess, signal: AbortSignal): Promise<string | undefined> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(agentTimeouts.version)]);
    const { text } = await callAgent(`${url}/server_info`, { signal: limit });
    const { version } = ServerInfo.parse(JSON.parse(text));
    if (!isUnsupported(version)) return undefined;
    return `Its version is ${version}, but this service supports ${SUPPORTED}. Use a sandbox spec with a supported version.`;
  } catch {
    // The version only explains another failure, which is reported in any case.
    return undefined;
  }
}
