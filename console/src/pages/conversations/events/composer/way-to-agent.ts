import { AgentFailure } from '../../../../api/failure.ts';
import type { SandboxStatus } from '../../../../api/shapes.ts';
import type { OperationName } from '../../../../session/session.ts';
import { enterHint } from '../../../../ui/forms.ts';
import type { AgentAddress } from '../feed/address.ts';

/** How a message reaches the agent now, or why it cannot. */
export type Way =
  /** `reject`: the agent is waiting for a confirmation. Without a rejection, it would take a message as approval. */
  | { readonly type: 'send' | 'reject' | 'queue' | 'resume'; readonly hint: string; readonly action: string }
  | { readonly type: 'none'; readonly hint: string };

const SEND: OperationName = 'POST /api/v1/app-conversations/{conversation_id}/send-message';
const QUEUE: OperationName = 'POST /api/v1/conversations/{conversation_id}/pending-messages';
const RESUME: OperationName = 'POST /api/v1/sandboxes/{sandbox_id}/resume';

const keys = enterHint('send');

/** The way to an agent that failed to start: there is none. */
export const neverStarted: Way = {
  type: 'none',
  hint: 'This conversation failed to start, so it has no agent. Try again above.',
};

/** @param execution the execution status of the agent; null if unknown */
export function wayOf(
  status: SandboxStatus,
  execution: string | null,
  can: (operation: OperationName) => boolean,
  self: 'You' | 'This key' = 'This key',
): Way {
  if (!can(SEND) || !can(QUEUE)) {
    return {
      type: 'none',
      hint: `${self} can read messages, but not send them. That needs the scope conversations:write.`,
    };
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
        ? { type: 'reject', action: 'Reject and send', hint: `Sending a message rejects the requested calls. ${keys}` }
        : { type: 'send', action: 'Send', hint: keys };
    case 'STARTING':
      return {
        type: 'queue',
        action: 'Send',
        hint: `The sandbox is starting. Messages are delivered when the agent is ready. ${keys}`,
      };
    case 'MISSING':
      return { type: 'none', hint: 'The sandbox no longer exists. Start a new conversation to continue.' };
    default: {
      const state = status === 'PAUSED' ? 'is paused' : 'has failed';
      if (!can(RESUME)) {
        const hint = `The sandbox ${state}. ${self} cannot resume it. That needs the scope sandboxes:write.`;
        return { type: 'none', hint };
      }
      const hint = `The sandbox ${state}. Sending resumes it and delivers the message when the agent is ready. ${keys}`;
      return { type: 'resume', action: 'Resume and send', hint };
    }
  }
}

/** A request to the agent server, relative to its conversation. */
export interface AgentCall {
  readonly path: 'pause' | 'interrupt' | 'run' | 'events/respond_to_confirmation';
  readonly body?: object;
}

/** Rejects the calls that wait for a confirmation. The model reads the reason. */
export function rejection(reason: string): AgentCall {
  return { path: 'events/respond_to_confirmation', body: { accept: false, reason } };
}

/**
 * Sends the agent server a request for which the service has no operation. Its responses come from a sandbox: their
 * redirects are not followed, and their statuses do not end the session.
 *
 * @throws AgentFailure; TypeError
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
