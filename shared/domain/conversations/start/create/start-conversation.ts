import { timestamp } from '../../../../platform/clock.ts';
import { badField, NotFoundError, retryLostRaces, VersionConflictError } from '../../../../platform/errors.ts';
import { newId } from '../../../../platform/ids.ts';
import type { TransactionPart } from '../../../../platform/transaction-part.ts';
import { ownerSuspended } from '../../../billing/budgets/check-admission.ts';
import { writeWithinLimit } from '../../../sandboxes/intent/within-limit.ts';
import { privacyOf } from '../../../sandboxes/record/privacy-fields.ts';
import { CONVERSATIONS_NAMED } from '../../../sandboxes/record/sandbox.ts';
import { type SandboxChange, SandboxExistsError, SandboxLimitError } from '../../../sandboxes/store/sandbox-store.ts';
import { SnapshotUnavailableError } from '../../../sandboxes/store/snapshot-store.ts';
import { resourcesOf } from '../../../sandboxes/view/resources.ts';
import { startingWarm } from '../../../sandboxes/warm/claim-warm-task.ts';
import { agentConversationId, type Conversation, newConversation } from '../../record/conversation.ts';
import { ConversationExistsError } from '../../record/conversation-store.ts';
import { depthBelow, whyFull } from '../../record/family.ts';
import { masked } from '../task/masked-request.ts';
import { sealSecrets } from '../task/start-secrets.ts';
import { newStartTask, type RestartFields } from '../task/start-task.ts';
import { chooseSandbox, type SandboxChoice } from './choose-sandbox.ts';
import { findChosen } from './find-chosen.ts';
import { preparedOrder } from './prepared-start.ts';
import { privateToIn, privateToOf, requireLinkable } from './privacy-of-start.ts';
import type { ConversationStart, Fork, StartDeps, Started, StartOrder } from './start-order.ts';

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

/**
 * One attempt, which starts `existing` again if given. A new conversation begins from a build of its repository, if
 * there is one.
 *
 * @throws VersionConflictError; as `startConversation`
 */
export async function tryToStart(
  order: StartOrder,
  existing: Conversation | undefined,
  deps: StartDeps,
): Promise<Started> {
  const prepared = await preparedOrder(order, existing, deps);
  if (!prepared) return startOnce(order, existing, deps);
  try {
    return await startOnce(prepared, existing, deps);
  } catch (error) {
    if (error instanceof SnapshotUnavailableError) return startOnce(order, existing, deps);
    throw error;
  }
}

async function startOnce(order: StartOrder, existing: Conversation | undefined, deps: StartDeps): Promise<Started> {
  const parent = await findParent(order, deps);
  if (parent && !existing) requireRoom(parent);
  const conversationId = order.chosenId ?? newId(deps.now());
  const privacy = { created_by: order.policy.person, private_to: privateToIn(order, existing, parent) };
  const choice = await chooseSandbox({ ...order, privacy }, existing, parent, conversationId, deps);
  const private_to = choice.isNew ? privacy.private_to : privateToOf(choice.sandbox, order, existing);
  requireLinkable(order, private_to);
  const seen = { ...order, privacy: { ...privacy, private_to } };
  const start = (at: SandboxChoice) => startIn({ ...at, conversationId }, seen, existing, parent, deps);
  const { starting } = choice;
  if (!starting) return start(choice);
  return startingWarm(starting, deps, (change) =>
    start({ ...choice, sandbox: change.claim ? change.next : choice.sandbox, starting: change }),
  );
}

async function startIn(
  choice: SandboxChoice & { readonly conversationId: string },
  order: StartOrder,
  existing: Conversation | undefined,
  parent: Conversation | undefined,
  deps: StartDeps,
): Promise<Started> {
  const { sandbox } = choice;
  const { initial_message: message } = order.request;
  const messages = existing && (await deps.restartMessages({ existing, message, sandbox, now: deps.now() }));
  const started = await compose(order, existing, parent, { ...choice, fields: messages?.fields ?? {} }, deps);
  const { conversation: row, task } = started;
  const first = [...((await order.claim?.(started)) ?? []), ...(messages?.parts ?? [])];
  const conversation: ConversationStart['conversation'] = existing
    ? { kind: 'existing', row, previous: existing }
    : { kind: 'new', row, isListed: row.private_to === undefined || row.private_to === parent?.private_to };
  await write({ task, conversation, first }, choice, order, deps);
  return started;
}

/** @throws VersionConflictError also if another request created the conversation or sandbox: read again and join it */
async function write(
  {
    first,
    ...start
  }: Pick<ConversationStart, 'task' | 'conversation'> & { readonly first: readonly TransactionPart[] },
  { sandbox, starting, adds, leaving }: SandboxChoice,
  order: StartOrder,
  deps: StartDeps,
): Promise<void> {
  try {
    if (!starting) {
      const join = { sandbox, adds, at: start.task.created_at };
      return await joined(order.ownerId, deps, () =>
        deps.starts.write({ ...start, join, sandboxChanges: leaving }, undefined, first),
      );
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

/** A conversation that joins a running sandbox starts nothing that counts, but a suspension refuses it, too. */
async function joined(ownerId: string, { budgets }: StartDeps, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof SandboxLimitError)) throw error;
    const { suspension } = await budgets.account(ownerId);
    // The suspension ended in between: the start is tried again.
    throw suspension ? ownerSuspended(suspension) : new VersionConflictError('the account of', ownerId);
  }
}

/** The change of a sandbox, with the id of the conversation added. */
function usedBy(change: SandboxChange, conversationId: string): SandboxChange {
  const { next } = change;
  const { conversation_ids: ids } = next;
  if (ids.includes(conversationId) || ids.length >= CONVERSATIONS_NAMED) return change;
  return { ...change, next: { ...next, conversation_ids: [...ids, conversationId] } };
}

/** What a fork has of the other conversation besides the fields of its request. */
function forkFields({ of, eventId }: Fork, sandboxId: string) {
  const { conversation_id, llm_model, llm_model_by, llm_profile, launched_agent_profile } = of;
  return {
    ...{ llm_model, llm_model_by, llm_profile, launched_agent_profile },
    forked_from: {
      conversation_id,
      event_id: eventId,
      agent_conversation_id: agentConversationId(of),
      sandbox_id: sandboxId,
    },
  };
}

async function findParent({ ownerId, request }: StartOrder, deps: StartDeps): Promise<Conversation | undefined> {
  const { parent_conversation_id: parentId } = request;
  if (parentId === null) return undefined;
  const parent = await deps.conversations.find(ownerId, parentId);
  if (!parent) throw new NotFoundError('parent conversation', parentId);
  return parent;
}

/** @throws AppError `validation_failed` for `parent_conversation_id` */
function requireRoom(parent: Conversation): void {
  const why = whyFull(parent);
  if (why !== undefined) throw badField(['parent_conversation_id'], why);
}

interface Composed extends Pick<SandboxChoice, 'sandbox' | 'starting'> {
  readonly conversationId: string;
  readonly fields: RestartFields;
}

async function compose(
  order: StartOrder,
  existing: Conversation | undefined,
  parent: Conversation | undefined,
  { conversationId, sandbox, starting, fields }: Composed,
  { now: clock, vault }: StartDeps,
): Promise<Started> {
  const now = clock();
  const { sandbox_id: sandboxId, created_at: sandboxCreatedAt } = sandbox;
  const { ownerId, request, givenId, privacy = {} } = order;
  const startTaskId = newId(now);
  const chosen = request.llm_model ? { llm_model: request.llm_model, llm_model_by: 'user' as const } : undefined;
  const row = existing
    ? {
        ...existing,
        sandbox_id: sandboxId,
        sandbox_created_at: sandboxCreatedAt,
        updated_at: timestamp(now),
        ...(chosen ? { ...chosen, llm_profile: null } : {}),
        ...budgetOf(request),
      }
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
          llm_model: parent?.llm_model ?? null,
          ...(chosen ?? (parent?.llm_model_by && { llm_model_by: 'user' })),
          ...budgetOf(request),
          parent_conversation_id: request.parent_conversation_id,
          ...(parent ? { depth: depthBelow(parent) } : {}),
          public: request.public,
          ...privacyOf(privacy),
          ...(order.agentProfile ? { launched_agent_profile: order.agentProfile } : {}),
          ...(order.fork ? forkFields(order.fork, sandboxId) : {}),
        },
        now,
      );
  const conversation = { ...row, start_task_id: startTaskId, start_error: null };
  const { plugins } = request;
  const secrets = { secrets: request.secrets ?? {}, mcp_servers: order.mcpServers ?? {}, plugins };
  const task = newStartTask(
    {
      owner_id: ownerId,
      start_task_id: startTaskId,
      conversation_id: conversationId,
      sandbox_id: sandboxId,
      resources: resourcesOf(starting?.next ?? sandbox),
      request: masked(request),
      sealed: await sealSecrets(secrets, ownerId, startTaskId, vault),
      replay_json: order.replayJson,
      ...(order.prepared ? { prebuild_id: order.prepared.prebuild_id } : {}),
      ...privacyOf(privacy),
      ...fields,
    },
    now,
  );
  return { conversation, task, sandbox };
}

function budgetOf({ max_budget_per_task: budget }: { readonly max_budget_per_task: number | null }) {
  return budget === null ? {} : { max_budget_per_task: budget };
}
