import { type AgentAnswer, type AgentCall, callAgent } from '../../../sandboxes/agent/agent-http.ts';
import type { AgentAccess } from './start-context.ts';

/** Sends a request of a start to an agent server. @param timeout in milliseconds */
export function call(
  { url, sessionKey }: AgentAccess,
  path: string,
  request: Pick<AgentCall, 'method' | 'body' | 'maxBytes'>,
  timeout: number,
  signal: AbortSignal,
): Promise<AgentAnswer> {
  return callAgent(`${url}${path}`, {
    ...request,
    headers: { 'Content-Type': 'application/json', 'X-Session-API-Key': sessionKey },
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
  });
}

export function post(agent: AgentAccess, path: string, body: unknown, timeout: number, signal: AbortSignal) {
  return call(agent, path, { method: 'POST', body: JSON.stringify(body) }, timeout, signal);
}
