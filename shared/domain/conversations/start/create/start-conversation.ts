import { timestamp } from '../../../../platform/clock.ts';
import { NotFoundError, retryLostRaces, VersionConflictError } from '../../../../platform/errors.ts';
import { newId } from '../../../../platform/ids.ts';
import type { TransactionPart } from '../../../../platform/transaction-part.ts';
import { writeWithinLimit } from '../../../sandboxes/intent/within-limit.ts';
import { CONVERSATIONS_NAMED, type Sandbox } from '../../../sandboxes/record/sandbox.ts';
import { type SandboxChange, SandboxExistsError } from '../../../sandboxes/store/sandbox-store.ts';
import { startingWarm } from '../../../sandboxes/warm/claim-warm-task.ts';
import { type Conversation, newConversation } from '../../record/conversation.ts';
import { ConversationExistsError } from '../../record/conversation-store.ts';
import { masked, newStartTask, sealSecrets } from '../task/start-task.ts';
import { findPlace, type Place } from './find-place.ts';
import type { ConversationStart, StartDeps, Started, StartOrder } from './start-order.ts';

/**
 * Creates a conversation with its start task and, unless one is named or inherited, its sandbox. An existing
 * conversation with the chosen id is started again, in a new sandbox if its own is gone.
 *
 * @throws NotFoundError for an unknown sandbox or parent; AppError `gone`, `conflict`, `concurrency_limit_exceeded` and
 * `quota_exceeded`.
 */
export function startConversation(order: StartOrder, deps: StartDeps): Promise<Started> {
  return retryLostRaces(async () => tryToStart(order, await findChosen(order, deps), deps));
}

/** The existing conversation with the id that the caller chose. */
export async function findChosen(
  { ownerId, chosenId }: StartOrder,
  { conversations }: StartDeps,
): Promise<Conversation | undefined> {
  return chosenId === null ? undefined : conversations.find(ownerId, chosenId);
}

/** One attempt, which starts `existing` again if given. @throws VersionConflictError; as `startConversation` */
export async function tryToStart(
  order: StartOrder,
  existing: Conversation | undefined,
  deps: StartDeps,
): Promise<Started> {
  const parent = await findParent(order, deps);
  const conversationId = order.chosenId ?? newId(deps.now());
  const place = await findPlace(order, existing, parent, conversationId, deps);
  const start = (at: Place) => startIn({ ...at, conversationId }, order, existing, parent, deps);
  const { starting } = place;
  if (!starting) return start(place);
  return startingWarm(starting, deps, (change) =>
    start({ ...place, sandbox: change.claim ? change.next : place.sandbox, starting: change }),
  );
}

async function startIn(
  place: Place & { readonly conversationId: string },
  order: StartOrder,
  existing: Conversation | undefined,
  parent: Conversation | undefined,
  deps: StartDeps,
): Promise<Started> {
  const started = await compose(order, existing, parent, place, deps);
  const { conversation: row, task } = started;
  const first = (await order.claim?.(started)) ?? [];
  const conversation: ConversationStart['conversation'] = existing
    ? { kind: 'existing', row, previousSandboxId: existing.sandbox_id }
    : { kind: 'new', row };
  await write({ task, conversation, first }, place, order, deps);
  return started;
}

/** @throws VersionConflictError also if another request created the conversation or sandbox: read again and join it */
async function write(
  {
    first,
    ...start
  }: Pick<ConversationStart, 'task' | 'conversation'> & { readonly first: readonly TransactionPart[] },
  { sandbox, starting, adds, leaving }: Place,
  order: StartOrder,
  deps: StartDeps,
): Promise<void> {
  try {
    if (!starting) {
      const join = { sandbox, adds, at: start.task.created_at };
      return await deps.starts.write({ ...start, join, sandboxChanges: leaving }, undefined, first);
    }
    const { conversation_id: id } = start.conversation.row;
    await writeWithinLimit([usedBy(starting, id), ...leaving], order.policy, deps, (sandboxChanges, bounds) =>
      deps.starts.write({ ...start, join: null, sandboxChanges }, bounds, first),
    );
  } catch (error) {
    if (error instanceof ConversationExistsError || error instanceof SandboxExistsError)
      throw new VersionConflictError('conversation', start.conversation.row.conversation_id);
    throw error;
  }
}

/** The change of a sandbox, with the id of the conversation added. */
function usedBy(change: SandboxChange, conversationId: string): SandboxChange {
  const { next } = change;
  const { conversation_ids: ids } = next;
  if (ids.includes(conversationId) || ids.length >= CONVERSATIONS_NAMED) return change;
  return { ...change, next: { ...next, conversation_ids: [...ids, conversationId] } };
}

async function findParent({ ownerId, request }: StartOrder, deps: StartDeps): Promise<Conversation | undefined> {
  const { parent_conversation_id: parentId } = request;
  if (parentId === null) return undefined;
  const parent = await deps.conversations.find(ownerId, parentId);
  if (!parent) throw new NotFoundError('parent conversation', parentId);
  return parent;
}

async function compose(
  order: StartOrder,
  existing: Conversation | undefined,
  parent: Conversation | undefined,
  { conversationId, sandbox }: { readonly conversationId: string; readonly sandbox: Sandbox },
  { now: clock, vault }: StartDeps,
): Promise<Started> {
  const now = clock();
  const { sandbox_id: sandboxId, created_at: sandboxCreatedAt } = sandbox;
  const { ownerId, request, givenId } = order;
  const startTaskId = newId(now);
  const row = existing
    ? { ...existing, sandbox_id: sandboxId, sandbox_created_at: sandboxCreatedAt, updated_at: timestamp(now) }
    : newConversation(
        {
          owner_id: ownerId,
          conversation_id: conversationId,
          given_id: givenId === conversationId ? null : givenId,
          sandbox_id: sandboxId,
          sandbox_created_at: sandboxCreatedAt,
          title: request.title,
          trigger: request.trigger,
          selected_repository: request.selected_repository ?? parent?.selected_repository ?? null,
          selected_branch: request.selected_branch ?? parent?.selected_branch ?? null,
          git_provider: request.git_provider ?? parent?.git_provider ?? null,
          pr_number: request.pr_number,
          llm_model: request.llm_model ?? parent?.llm_model ?? null,
          parent_conversation_id: request.parent_conversation_id,
          public: request.public,
          ...(order.agentProfile ? { launched_agent_profile: order.agentProfile } : {}),
        },
        now,
      );
  const conversation = { ...row, start_task_id: startTaskId, start_error: null };
  const secrets = { secrets: request.secrets ?? {}, mcp_servers: order.mcpServers ?? {} };
  const task = newStartTask(
    {
      owner_id: ownerId,
      start_task_id: startTaskId,
      conversation_id: conversationId,
      sandbox_id: sandboxId,
      request: masked(request),
      sealed: await sealSecrets(secrets, ownerId, startTaskId, vault),
      replay_json: order.replayJson,
    },
    now,
  );
  return { conversation, task, sandbox };
}
