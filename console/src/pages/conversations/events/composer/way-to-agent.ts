import { AgentFailure } from '../../../../api/failure.ts';
import type { SandboxStatus } from '../../../../api/shapes.ts';
import type { OperationName } from '../../../../session/session.ts';
import { enterHint } from '../../../../ui/submit-on-enter.ts';
import type { AgentAddress } from '../feed/address.ts';

/** How a message reaches the agent now, or why it does not. */
export type Way =
  /** `reject`: the agent waits for a confirmation, and takes any message for one unless it was rejected first. */
  | { readonly type: 'send' | 'reject' | 'queue' | 'resume'; readonly hint: string; readonly action: string }
  | { readonly type: 'none'; readonly hint: string };

const SEND: OperationName = 'POST /api/v1/app-conversations/{conversation_id}/send-message';
const QUEUE: OperationName = 'POST /api/v1/conversations/{conversation_id}/pending-messages';
const RESUME: OperationName = 'POST /api/v1/sandboxes/{sandbox_id}/resume';

const keys = enterHint('sends');

/** @param execution what the agent does; null where it is not known */
export function wayOf(
  status: SandboxStatus,
  execution: string | null,
  can: (operation: OperationName) => boolean,
): Way {
  if (!can(SEND) || !can(QUEUE)) {
    return { type: 'none', hint: 'This key may read, but not send: it lacks the scope conversations:write.' };
  }
  const isAsking = execution === 'waiting_for_confirmation';
  if (isAsking && status !== 'RUNNING' && status !== 'MISSING') {
    return {
      type: 'none',
      hint: 'The agent asks for your confirmation. Resume the sandbox, then allow or reject the call.',
    };
  }
  switch (status) {
    case 'RUNNING':
      return isAsking
        ? { type: 'reject', action: 'Reject and send', hint: `A message rejects what the agent asks for. ${keys}` }
        : { type: 'send', action: 'Send', hint: keys };
    case 'STARTING':
      return {
        type: 'queue',
        action: 'Send',
        hint: `The sandbox starts. Messages wait and reach the agent then. ${keys}`,
      };
    case 'MISSING':
      return { type: 'none', hint: 'The sandbox is gone, and with it the agent. Start a new conversation to go on.' };
    default: {
      const state = status === 'PAUSED' ? 'is paused' : 'has failed';
      if (!can(RESUME)) {
        const hint = `The sandbox ${state}. This key may not resume it: it lacks the scope sandboxes:write.`;
        return { type: 'none', hint };
      }
      const hint = `The sandbox ${state}. Sending resumes it; the message reaches the agent as soon as it is there. ${keys}`;
      return { type: 'resume', action: 'Resume and send', hint };
    }
  }
}

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
