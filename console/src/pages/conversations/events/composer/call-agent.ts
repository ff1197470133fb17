import { AgentFailure } from '../../../../api/agent-failure.ts';
import type { AgentAddress } from '../feed/address.ts';

/** A call of the agent server, below its conversation. */
export interface AgentCall {
  readonly path: 'pause' | 'interrupt' | 'run' | 'events/respond_to_confirmation';
  readonly body?: object;
}

/** Has the agent not do what it asked for. Its model reads the reason. */
export function rejection(reason: string): AgentCall {
  return { path: 'events/respond_to_confirmation', body: { accept: false, reason } };
}

/**
 * Asks the agent server itself for what the service has no operation for. Its answers are data of a sandbox: they lead
 * nowhere, and say nothing about the key of the service. @throws AgentFailure; TypeError
 */
export async function callAgent({ url, key }: AgentAddress, { path, body }: AgentCall): Promise<void> {
  const response = await fetch(`${url}/${path}`, {
    method: 'POST',
    headers: { 'X-Session-API-Key': key, ...(body && { 'Content-Type': 'application/json' }) },
    redirect: 'error',
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new AgentFailure(response.status);
}
