import type * as z from 'zod';
import type { AppConversation } from '../contract/app-conversations.ts';
import type { LegacyConversation } from '../contract/conversations.ts';
import { agentUrl } from '../sandboxes/http-agents.ts';
import type { SandboxKeys } from '../sandboxes/keys.ts';
import type { Sandbox } from '../sandboxes/sandbox.ts';
import type { SandboxStore } from '../sandboxes/sandbox-store.ts';
import { isGone, statusDetail, wireStatus } from '../sandboxes/status.ts';
import { agentConversationId, type Conversation } from './conversation.ts';
import { type LiveStatuses, liveStatuses } from './live-status.ts';
import { sandboxOf } from './sandbox-of.ts';

export interface ViewDeps {
  readonly sandboxes: Pick<SandboxStore, 'findMany'>;
  readonly keys: SandboxKeys;
}

type AppConversationView = z.input<typeof AppConversation>;
type LegacyView = z.input<typeof LegacyConversation>;

/** What the sandboxes of some conversations say about them. */
interface Surroundings extends LiveStatuses {
  /** By the id of the conversation. */
  readonly sandboxes: ReadonlyMap<string, Sandbox>;
}

/** Conversations of the current generation, in the given order. */
export async function appConversationViews(
  ownerId: string,
  conversations: readonly Conversation[],
  deps: ViewDeps,
): Promise<AppConversationView[]> {
  const around = await surroundings(ownerId, conversations, deps);
  return Promise.all(conversations.map((conversation) => appConversationView(conversation, around, deps.keys)));
}

/** Conversations of the legacy generation, in the given order. */
export async function legacyViews(
  ownerId: string,
  conversations: readonly Conversation[],
  deps: ViewDeps,
): Promise<LegacyView[]> {
  const around = await surroundings(ownerId, conversations, deps);
  return Promise.all(conversations.map((conversation) => legacyView(conversation, around, deps.keys)));
}

async function surroundings(
  ownerId: string,
  conversations: readonly Conversation[],
  deps: ViewDeps,
): Promise<Surroundings> {
  if (conversations.length === 0) return { sandboxes: new Map(), statuses: new Map(), absent: new Set() };
  const found = await deps.sandboxes.findMany(
    ownerId,
    conversations.map(({ sandbox_id: id }) => id),
  );
  const byId = new Map(found.map((sandbox) => [sandbox.sandbox_id, sandbox]));
  const sandboxes = new Map(
    conversations.flatMap((conversation) => {
      const sandbox = sandboxOf(conversation, byId.get(conversation.sandbox_id));
      return sandbox ? [[conversation.conversation_id, sandbox]] : [];
    }),
  );
  return { sandboxes, ...(await liveStatuses(conversations, sandboxes, deps.keys)) };
}

async function appConversationView(
  conversation: Conversation,
  around: Surroundings,
  keys: SandboxKeys,
): Promise<AppConversationView> {
  const sandbox = around.sandboxes.get(conversation.conversation_id);
  const { url, key } = await access(conversation, around, keys);
  const { owner_id: ownerId, conversation_id: id, given_id: _given, ...shown } = conversation;
  return {
    ...shown,
    id,
    created_by_user_id: ownerId,
    metrics: conversation.metrics ?? null,
    sandbox_status: sandbox ? wireStatus(sandbox) : 'MISSING',
    execution_status: executionStatus(conversation, sandbox, around),
    conversation_url: url,
    session_api_key: key,
    agent_kind: 'openhands',
    tags: conversation.tags ?? {},
    acp_server: null,
    launched_agent_profile: null,
  };
}

/** A running sandbox is asked. What a paused one did last is on record; if that was running, then the pause has ended it. */
function executionStatus(
  { conversation_id: id, execution_status: last }: Conversation,
  sandbox: Sandbox | undefined,
  { statuses }: LiveStatuses,
): AppConversationView['execution_status'] {
  if (!sandbox || wireStatus(sandbox) !== 'PAUSED') return statuses.get(id) ?? null;
  return last === 'running' ? 'paused' : (last ?? null);
}

/** Three statuses are all that this generation knows: `message` says what a STOPPED one really is. */
async function legacyView(conversation: Conversation, around: Surroundings, keys: SandboxKeys): Promise<LegacyView> {
  const sandbox = around.sandboxes.get(conversation.conversation_id);
  const { url, key } = await access(conversation, around, keys);
  const status = legacyStatus(sandbox);
  return {
    conversation_id: conversation.given_id ?? conversation.conversation_id,
    title: conversation.title,
    last_updated_at: conversation.updated_at,
    status,
    message: legacyMessage(sandbox),
    runtime_status: runtimeStatus(status, around.statuses.get(conversation.conversation_id)),
    selected_repository: conversation.selected_repository,
    selected_branch: conversation.selected_branch,
    git_provider: conversation.git_provider,
    trigger: conversation.trigger,
    num_connections: 0,
    url,
    session_api_key: key,
    created_at: conversation.created_at,
    pr_number: conversation.pr_number,
    conversation_version: 'V1',
    sub_conversation_ids: conversation.sub_conversation_ids,
  };
}

export function legacyStatus(sandbox: Sandbox | undefined): LegacyView['status'] {
  const status = isGone(sandbox) ? 'MISSING' : wireStatus(sandbox);
  return status === 'STARTING' || status === 'RUNNING' ? status : 'STOPPED';
}

export function legacyMessage(sandbox: Sandbox | undefined): string | null {
  if (isGone(sandbox)) return 'The sandbox of this conversation is gone (MISSING).';
  const status = wireStatus(sandbox);
  if (status === 'MISSING') return `The workspace is gone (MISSING). ${statusDetail(sandbox) ?? ''}`.trim();
  if (status === 'PAUSED') return `The sandbox is paused (PAUSED). ${statusDetail(sandbox) ?? ''}`.trim();
  return status === 'ERROR' ? `The sandbox failed (ERROR). ${statusDetail(sandbox) ?? ''}`.trim() : null;
}

function runtimeStatus(status: LegacyView['status'], execution: string | undefined): string | null {
  if (status !== 'RUNNING') return null;
  return execution === 'error' || execution === 'stuck' ? 'STATUS$ERROR' : 'STATUS$READY';
}

/** Nobody is sent to an agent that does not have the conversation (yet): it would answer that there is none. */
async function access(conversation: Conversation, { sandboxes, absent }: Surroundings, keys: SandboxKeys) {
  const { conversation_id: id } = conversation;
  const sandbox = sandboxes.get(id);
  const agent = sandbox && wireStatus(sandbox) === 'RUNNING' ? agentUrl(sandbox) : undefined;
  if (!sandbox || !agent || absent.has(id)) return { url: null, key: null };
  return {
    url: `${agent}/api/conversations/${agentConversationId(conversation)}`,
    key: await keys.sessionKey(sandbox),
  };
}
