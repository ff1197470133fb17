import { AppError, NotFoundError } from '../../../platform/errors.ts';
import type { SandboxKeys } from '../../sandboxes/agent/keys.ts';
import {
  requireUsable as requireUsableSandbox,
  type SandboxAgent,
  sandboxAgent,
} from '../../sandboxes/agent/sandbox-agent.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import { agentConversationId, type Conversation } from '../record/conversation.ts';
import { type ConversationHome, type ConversationHomes, homeOf } from '../record/conversation-homes.ts';
import type { ConversationStore } from '../record/conversation-store.ts';

export interface AgentDeps {
  readonly homes: ConversationHomes;
  readonly keys: SandboxKeys;
}

/** The running agent server of a conversation. */
export interface Agent extends SandboxAgent {
  readonly conversation: Conversation;
  /** The path of the conversation: `/api/conversations/{id}`. */
  readonly path: string;
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
  const path = `/api/conversations/${agentConversationId(conversation)}`;
  return { conversation, path, ...(await sandboxAgent(requireSandbox(sandbox), keys)) };
}

/** Requires a sandbox that is running or starting. @throws AppError `conflict`, `gone` or `unavailable` */
export function requireUsable(sandbox: Sandbox | undefined): Sandbox {
  return requireUsableSandbox(requireSandbox(sandbox));
}

function requireSandbox(sandbox: Sandbox | undefined): Sandbox {
  if (sandbox) return sandbox;
  throw new AppError('gone', 'The sandbox of this conversation is gone (MISSING).');
}
