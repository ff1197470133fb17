import { AppError, NotFoundError } from '../../../platform/errors.ts';
import { agentUrl } from '../../sandboxes/agent/agents.ts';
import type { SandboxKeys } from '../../sandboxes/agent/keys.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import { apiStatus, statusDetail } from '../../sandboxes/record/status.ts';
import { agentConversationId, type Conversation } from '../record/conversation.ts';
import { type ConversationHome, type ConversationHomes, homeOf } from '../record/conversation-homes.ts';
import type { ConversationStore } from '../record/conversation-store.ts';

export interface AgentDeps {
  readonly homes: ConversationHomes;
  readonly keys: SandboxKeys;
}

/** The running agent server of a conversation. */
export interface Agent {
  readonly conversation: Conversation;
  readonly sandbox: Sandbox;
  readonly url: string;
  /** The path of the conversation: `/api/conversations/{id}`. */
  readonly path: string;
  readonly sessionKey: string;
}

/** Gives an agent the model of its owner again before a message, if the model's provider refused the key. */
export type RenewModel = (agent: Agent) => Promise<void>;

/** @throws NotFoundError also for another owner's id, so as not to confirm that it exists. */
export async function requireConversation(
  ownerId: string,
  id: string,
  { conversations }: { readonly conversations: Pick<ConversationStore, 'find'> },
): Promise<Conversation> {
  const conversation = await conversations.find(ownerId, id);
  if (!conversation) throw new NotFoundError('Conversation', id);
  return conversation;
}

/** A conversation with its sandbox. @throws NotFoundError */
export async function requireHome(
  ownerId: string,
  id: string,
  { homes }: Pick<AgentDeps, 'homes'>,
): Promise<ConversationHome> {
  const home = await homes.find(ownerId, id);
  if (!home) throw new NotFoundError('Conversation', id);
  return home;
}

/** An owner's agent. @throws NotFoundError; AppError as `agentOf` */
export async function reachAgent(ownerId: string, conversationId: string, deps: AgentDeps): Promise<Agent> {
  const home = await requireHome(ownerId, conversationId, deps);
  return agentOf(home.conversation, homeOf(home), deps.keys);
}

/** The agent of a conversation. @throws AppError `conflict` unless its sandbox is running; as `requireUsable` */
export async function agentOf(
  conversation: Conversation,
  sandbox: Sandbox | undefined,
  keys: SandboxKeys,
): Promise<Agent> {
  const running = requireRunning(sandbox);
  const url = agentUrl(running);
  if (!url) {
    const message = `Sandbox ${running.sandbox_id} is running but cannot be reached yet. Try again.`;
    throw new AppError('unavailable', message, { extensions: { retry_after_seconds: 2 } });
  }
  const path = `/api/conversations/${agentConversationId(conversation)}`;
  return { conversation, sandbox: running, url, path, sessionKey: await keys.sessionKey(running) };
}

function requireRunning(sandbox: Sandbox | undefined): Sandbox {
  const usable = requireUsable(sandbox);
  if (apiStatus(usable) === 'RUNNING') return usable;
  const message = `Sandbox ${usable.sandbox_id} is still STARTING. Wait until it is RUNNING, then try again.`;
  throw new AppError('conflict', message, { extensions: { retry_after_seconds: 3 } });
}

/** Requires a sandbox that is running or starting. @throws AppError `conflict`, `gone` or `unavailable` */
export function requireUsable(sandbox: Sandbox | undefined): Sandbox {
  if (!sandbox) throw new AppError('gone', 'The sandbox of this conversation is gone (MISSING).');
  const { sandbox_id: id } = sandbox;
  const resume = `POST /api/v1/sandboxes/${id}/resume`;
  const detail = statusDetail(sandbox);
  switch (apiStatus(sandbox)) {
    case 'RUNNING':
    case 'STARTING':
      return sandbox;
    case 'PAUSED':
      throw new AppError('conflict', `Sandbox ${id} is PAUSED. Resume it with ${resume}, then try again.`);
    case 'MISSING':
      throw new AppError('gone', `Sandbox ${id} is MISSING. ${detail ?? 'Its workspace is gone.'}`);
    case 'ERROR':
      throw new AppError('unavailable', `Sandbox ${id} is in ERROR. ${detail ?? `Resume it with ${resume}.`}`);
  }
}
