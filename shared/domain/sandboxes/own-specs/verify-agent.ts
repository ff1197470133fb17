import * as z from 'zod';
import { asLine } from '../../../contract/shapes/text.ts';
import { type AgentAnswer, callAgent } from '../agent/agent-http.ts';
import type { CheckReason } from './own-spec.ts';

/** The result for an agent that has accepted its keys: its release, or what it does otherwise than the protocol. */
export type Verified = { readonly version: string } | { readonly reason: CheckReason };

const ServerInfo = z.object({ version: z.string().min(1).max(100).transform(asLine) });

const TIMEOUT = 10_000;

const COUNT = '/api/conversations/count';

/**
 * Whether a running server is an agent server. Any web server that says yes to everything passes a start, as a start
 * asks only what each of its steps needs.
 */
export async function verifyAgent(url: string, sessionKey: string): Promise<Verified> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT);
    const key = { 'X-Session-API-Key': sessionKey };
    const [info, withKey, withoutKey, withOther] = await Promise.all([
      callAgent(`${url}/server_info`, { signal }),
      callAgent(`${url}${COUNT}`, { signal, headers: key }),
      callAgent(`${url}${COUNT}`, { signal }),
      callAgent(`${url}${COUNT}`, { signal, headers: { 'X-Session-API-Key': 'not-the-key' } }),
    ]);
    if (!isRefused(withoutKey) || !isRefused(withOther))
      return lie('GET /api/conversations/count responds without the session key of the sandbox');
    if (!withKey.ok || !z.int().safeParse(parsed(withKey)).success)
      return lie('GET /api/conversations/count does not respond with a number');
    const { data } = ServerInfo.safeParse(parsed(info));
    if (!info.ok || !data) return lie('GET /server_info does not name a version');
    return { version: data.version };
  } catch (error) {
    return lie(`it did not respond (${reasonOf(error)})`);
  }
}

/** Messages of connections have addresses in the deployment's network. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}

function isRefused({ status }: AgentAnswer): boolean {
  return status === 401 || status === 403;
}

function parsed({ text }: AgentAnswer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function lie(what: string): Verified {
  return {
    reason: {
      code: 'not_an_agent_server',
      message: `The image does not speak the agent-server protocol: ${what}.`,
      remedy: 'Use an image of an agent server, and name its port as AGENT_SERVER.',
    },
  };
}
