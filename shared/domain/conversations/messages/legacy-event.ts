import { LegacyAction, LegacyMessage, LegacyStateChange } from '../../../contract/shapes/legacy-event.ts';
import { AppError } from '../../../platform/errors.ts';
import { askAgent } from '../../sandboxes/agent/ask-agent.ts';
import type { MessageContent } from '../agent/message-content.ts';
import type { Agent } from '../agent/reach-agent.ts';

/** A user's request in an event of the legacy protocol. */
type AgentRequest =
  | { readonly kind: 'say'; readonly content: MessageContent }
  | { readonly kind: 'run' | 'pause' }
  | { readonly kind: 'confirm'; readonly accept: boolean };

/** @throws ZodError for an event that the contract refuses. */
export function readLegacyEvent(event: unknown): AgentRequest {
  const message = LegacyAction.safeParse(event).data?.args ?? LegacyMessage.safeParse(event).data;
  if (message) return { kind: 'say', content: contentOf(message.content, message.image_urls ?? []) };
  const state = LegacyStateChange.parse(event).args.agent_state;
  switch (state) {
    case 'running':
      return { kind: 'run' };
    case 'paused':
    case 'stopped':
      return { kind: 'pause' };
    case 'user_confirmed':
    case 'user_rejected':
      return { kind: 'confirm', accept: state === 'user_confirmed' };
  }
}

function contentOf(content: string, imageUrls: readonly string[]): MessageContent {
  return [
    ...(content === '' ? [] : [{ type: 'text' as const, text: content, cache_prompt: false }]),
    ...(imageUrls.length === 0 ? [] : [{ type: 'image' as const, image_urls: [...imageUrls], cache_prompt: false }]),
  ];
}

/** @param triedAt the time of an earlier attempt with unknown result @throws AppError as `askAgent`; `conflict` */
export async function command(
  request: Exclude<AgentRequest, { readonly kind: 'say' }>,
  agent: Agent,
  triedAt: string | null,
): Promise<void> {
  if (request.kind !== 'confirm') return changeRun(request.kind, agent, triedAt);
  if (triedAt !== null) throw unknownConfirmation;
  const path = `${agent.path}/events/respond_to_confirmation`;
  await askAgent(agent, { method: 'POST', path, json: { accept: request.accept } });
}

/** The agent may be waiting for another confirmation by now, which the user did not give. */
const unknownConfirmation = new AppError(
  'conflict',
  'An earlier attempt may have reached the agent. Check what the agent is waiting for, then confirm it with a new Idempotency-Key.',
);

async function changeRun(kind: 'run' | 'pause', agent: Agent, triedAt: string | null): Promise<void> {
  try {
    await askAgent(agent, { method: 'POST', path: `${agent.path}/${kind}` });
  } catch (error) {
    // The earlier attempt succeeded: the agent is already in that state.
    if (triedAt === null || !(error instanceof AppError) || error.code !== 'conflict') throw error;
  }
}
