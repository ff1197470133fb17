import { canonicalId } from '../../../contract/shapes/ids.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, retryLostRaces, VersionConflictError } from '../../../platform/errors.ts';
import { type AgentEvent, isStored, isTransient, logOf } from '../../conversations/events/event.ts';
import { ConversationDeletedError, type EventWriter } from '../../conversations/events/event-store.ts';
import { agentConversationId, type Conversation, newConversation } from '../../conversations/record/conversation.ts';
import { isIn } from '../../conversations/record/conversation-homes.ts';
import { isDerived } from '../../conversations/record/conversation-rows.ts';
import {
  type ConversationReports,
  followed,
  reportOfEvent,
  reportOfHook,
  type StateReport,
} from '../../conversations/record/conversation-state.ts';
import { ConversationExistsError } from '../../conversations/record/conversation-store.ts';
import { depthBelow, whyFull } from '../../conversations/record/family.ts';
import { isAbandoned } from '../../sandboxes/record/conditions.ts';
import { isCopied } from '../../sandboxes/record/identity.ts';
import { privacyOf } from '../../sandboxes/record/privacy-fields.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import type { AgentConversation } from './agent-histories.ts';
import { refused } from './calling-sandbox.ts';
import { type DeliveryLimits, sizeOf } from './delivery-limits.ts';

export interface IngestDeps {
  readonly followed: FollowedConversations;
  readonly events: EventWriter;
  readonly deliveries: DeliveryLimits;
  readonly now: Clock;
}

export type HookDeps = Omit<IngestDeps, 'events'>;

/**
 * Stores an agent's events of a conversation durably and updates its row. Idempotent. For a deleted conversation, and
 * for one that came with a copied workspace, does nothing and reports no error, so that the agent stops.
 *
 * @returns the conversation before the update; undefined when nothing was stored.
 * @throws AppError `unauthenticated` when the conversation is in another sandbox, `unavailable` or `rate_limited` when
 * the agent should deliver again.
 */
export async function ingestEvents(
  sandbox: Sandbox,
  agentId: string,
  events: readonly AgentEvent[],
  deps: IngestDeps,
): Promise<Conversation | undefined> {
  return unlessDeleted(async () => {
    await deps.deliveries.count(sandbox, { bytes: sizeOf(events), events: events.length });
    const conversation = await conversationIn(sandbox, agentId, null, deps);
    await keepEvents(conversation, events, deps);
    return conversation;
  });
}

/** As `ingestEvents`, for a known conversation. @returns the number of new events. */
export async function keepEvents(
  conversation: Conversation,
  events: readonly AgentEvent[],
  deps: IngestDeps,
): Promise<number> {
  const lasting = events.filter(isStored);
  const added = lasting.length === 0 ? 0 : await deps.events.append(logOf(conversation), lasting);
  await follow(
    conversation,
    events.flatMap((event) => (isTransient(event) ? [] : (reportOfEvent(event) ?? []))),
    deps,
  );
  return added;
}

/**
 * Updates the row from a conversation hook. An unknown conversation was started on the agent server itself, and is
 * recorded.
 *
 * @returns undefined when nothing was stored.
 * @throws as `ingestEvents`
 */
export async function ingestHook(
  sandbox: Sandbox,
  hook: AgentConversation,
  deps: HookDeps,
): Promise<Conversation | undefined> {
  return unlessDeleted(async () => {
    await deps.deliveries.count(sandbox, { bytes: sizeOf(hook), events: 1 });
    const conversation = await conversationIn(sandbox, canonicalId(hook.id), hook, deps);
    await keepReport(conversation, hook, deps);
    return conversation;
  });
}

/** As `ingestHook`, for a known conversation. */
export async function keepReport(conversation: Conversation, info: AgentConversation, deps: HookDeps): Promise<void> {
  await follow(conversation, [reportOfHook(info) ?? []].flat(), deps);
}

async function conversationIn(
  sandbox: Sandbox,
  agentId: string,
  hook: AgentConversation | null,
  deps: HookDeps,
): Promise<Conversation> {
  const id = idOnService(sandbox, agentId);
  const found = await deps.followed.find(sandbox.owner_id, id);
  if (!found && id !== agentId) throw new ConversationDeletedError(`conversation ${id} was deleted`);
  const conversation = found ?? (await adopted(sandbox, agentId, hook, deps));
  if (isIn(sandbox, conversation)) return conversation;
  throw isCopied(sandbox) ? new CopiedConversationError() : refused();
}

/** The agent of a copied workspace has the conversations of its source. Refused, it would deliver them for ever. */
class CopiedConversationError extends Error {
  override readonly name = 'CopiedConversationError';
}

async function adopted(
  sandbox: Sandbox,
  agentId: string,
  hook: AgentConversation | null,
  deps: HookDeps,
): Promise<Conversation> {
  if (sandbox.desired === 'DELETED' && isAbandoned(sandbox))
    throw new ConversationDeletedError(`the conversations of sandbox ${sandbox.sandbox_id} were deleted`);
  const { followed: conversations, deliveries } = deps;
  // Agents report deleted conversations for as long as they run: that must not use up the limit of new ones.
  if (!(await conversations.wasDeleted(sandbox.owner_id, agentId)))
    await deliveries.count(sandbox, { conversations: 1 });
  const parentId = hook?.parent_conversation_id && idOnService(sandbox, canonicalId(hook.parent_conversation_id));
  const named = parentId ? await conversations.find(sandbox.owner_id, parentId) : undefined;
  // A sandbox changes only its own conversations. A conversation without a place below its parent is kept on its own.
  const parent = named && isIn(sandbox, named) && whyFull(named) === undefined ? named : undefined;
  const conversation = started(sandbox, agentId, parent, deps.now());
  try {
    await conversations.adopt({ conversation, sandbox, parent: parent ?? null });
    return conversation;
  } catch (error) {
    if (!(error instanceof ConversationExistsError)) throw error;
    const found = await conversations.find(sandbox.owner_id, agentId);
    if (!found) throw new AppError('unavailable', 'Another request is changing the conversation. Try again.');
    return found;
  }
}

/** A new conversation. A sub-conversation inherits its parent's repository. */
function started(sandbox: Sandbox, agentId: string, parent: Conversation | undefined, now: Date): Conversation {
  return newConversation(
    {
      owner_id: sandbox.owner_id,
      conversation_id: agentId,
      given_id: null,
      sandbox_id: sandbox.sandbox_id,
      sandbox_created_at: sandbox.created_at,
      title: null,
      trigger: null,
      selected_repository: parent?.selected_repository ?? null,
      selected_branch: parent?.selected_branch ?? null,
      git_provider: parent?.git_provider ?? null,
      pr_number: [],
      llm_model: null,
      parent_conversation_id: parent?.conversation_id ?? null,
      ...(parent ? { depth: depthBelow(parent) } : {}),
      public: null,
      ...privacyOf({ created_by: parent?.created_by ?? sandbox.created_by, private_to: sandbox.private_to }),
    },
    now,
  );
}

/** Updates the row. Ignores reports of a conversation that was deleted since. */
async function follow(conversation: Conversation, reports: readonly StateReport[], deps: HookDeps): Promise<void> {
  let row: Conversation | undefined = conversation;
  await retryLostRaces(async () => {
    row ??= await deps.followed.find(conversation.owner_id, conversation.conversation_id);
    if (!row || row.created_at !== conversation.created_at) return;
    const change = followed(row, reports);
    const read = row;
    row = undefined;
    if (Object.keys(change).length > 0) await deps.followed.follow(read, change);
  });
}

/** Turns a lost race into `unavailable`, after which the agent server delivers again. */
async function unlessDeleted<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConversationDeletedError || error instanceof CopiedConversationError) return undefined;
    if (error instanceof VersionConflictError)
      throw new AppError('unavailable', 'Another request is changing the conversation. Try again.', { cause: error });
    throw error;
  }
}

/**
 * The id of a conversation by its id on the agent of this sandbox. A derived id needs no search: a start adds the
 * conversation to the row of the sandbox before it calls the agent.
 */
function idOnService({ owner_id, conversation_ids: named }: Sandbox, agentId: string): string {
  const hasThisId = (id: string) => agentConversationId({ owner_id, conversation_id: id }) === agentId;
  return (isDerived(agentId) ? named.find(hasThisId) : undefined) ?? agentId;
}

/** A conversation that a sandbox's agent server reports. */
export interface Adoption {
  readonly conversation: Conversation;
  readonly sandbox: Sandbox;
  /** The conversation that started it, or null. */
  readonly parent: Conversation | null;
}

/** Conversations whose rows follow the reports of their agents. */
export interface FollowedConversations extends ConversationReports {
  find(ownerId: string, conversationId: string): Promise<Conversation | undefined>;
  /** Whether only an agent still has the conversation. `adopt` decides. */
  wasDeleted(ownerId: string, agentConversationId: string): Promise<boolean>;
  /**
   * Records a conversation that was started on the agent server itself. It then uses its sandbox like any other.
   *
   * @throws ConversationExistsError; ConversationDeletedError when only its agent still has it; VersionConflictError
   * when its parent is gone, full or in another sandbox now, or its sandbox is gone; AppError `unauthenticated` when
   * another conversation has its id on agents.
   */
  adopt(adoption: Adoption): Promise<void>;
}
