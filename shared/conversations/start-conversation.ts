import type * as z from 'zod';
import type { Clock } from '../clock.ts';
import type { StartRequest } from '../contract/start-request.ts';
import { AppError, NotFoundError, VersionConflictError } from '../errors.ts';
import { newId } from '../ids.ts';
import { retryLostRaces } from '../retry-lost-races.ts';
import type { SandboxSpecs } from '../sandbox-specs/sandbox-specs.ts';
import { newSandbox } from '../sandboxes/generation.ts';
import { resumeRequested } from '../sandboxes/intents.ts';
import type { Sandbox } from '../sandboxes/sandbox.ts';
import { SandboxExistsError, type SandboxStore } from '../sandboxes/sandbox-store.ts';
import { isGone, wireStatus } from '../sandboxes/status.ts';
import { type LimitPolicy, writeWithinLimit } from '../sandboxes/within-limit.ts';
import { type McpServers, newStartTask, type StartTask } from '../start-tasks/start-task.ts';
import { type Conversation, newConversation } from './conversation.ts';
import { ConversationExistsError, type ConversationStart, type ConversationStarts } from './conversation-starts.ts';
import type { ConversationStore } from './conversation-store.ts';

export interface StartDeps {
  readonly conversations: ConversationStore;
  readonly sandboxes: SandboxStore;
  readonly starts: ConversationStarts;
  readonly specs: SandboxSpecs;
  readonly now: Clock;
}

/** What both generations of the create endpoint come down to. */
export interface StartOrder {
  readonly ownerId: string;
  readonly request: z.output<typeof StartRequest>;
  /** The conversation id that the caller chose, in the form it is stored under. */
  readonly chosenId: string | null;
  readonly givenId: string | null;
  readonly mcpServers: McpServers | null;
  readonly replayJson: string | null;
  readonly policy: LimitPolicy;
}

export interface Started {
  readonly conversation: Conversation;
  readonly task: StartTask;
}

/**
 * Creates a conversation with its start task and, unless one is named or inherited, its sandbox. A chosen id that exists is started again: in its sandbox, or in a
 * new one when that is gone.
 *
 * @throws NotFoundError for a sandbox or parent that is not the owner's; AppError `conflict` and `concurrency_limit_exceeded`.
 */
export function startConversation(order: StartOrder, deps: StartDeps): Promise<Started> {
  return retryLostRaces(async () => {
    const existing = order.chosenId ? await deps.conversations.find(order.ownerId, order.chosenId) : undefined;
    const parent = await findParent(order, deps);
    const place = await findPlace(order, existing, parent, deps);
    const started = compose(order, existing, parent, place.sandboxId, deps.now());
    const start: Omit<ConversationStart, 'sandboxChanges'> = {
      task: started.task,
      conversation: { kind: existing ? 'existing' : 'new', row: started.conversation },
      runningSandboxId: place.change ? null : place.sandboxId,
    };
    await write(start, place, order, deps);
    return started;
  });
}

/** Somebody created the same conversation or sandbox a moment before: read again, and join it or go elsewhere. */
async function write(
  start: Omit<ConversationStart, 'sandboxChanges'>,
  place: Place,
  order: StartOrder,
  deps: StartDeps,
): Promise<void> {
  try {
    if (!place.change) return await deps.starts.write({ ...start, sandboxChanges: [] }, order.policy.limit);
    await writeWithinLimit([place.change], order.policy, deps, (sandboxChanges, limit) =>
      deps.starts.write({ ...start, sandboxChanges }, limit),
    );
  } catch (error) {
    if (error instanceof ConversationExistsError || error instanceof SandboxExistsError)
      throw new VersionConflictError('conversation', start.conversation.row.conversation_id);
    throw error;
  }
}

async function findParent({ ownerId, request }: StartOrder, deps: StartDeps): Promise<Conversation | undefined> {
  const { parent_conversation_id: parentId } = request;
  if (parentId === null) return undefined;
  const parent = await deps.conversations.find(ownerId, parentId);
  if (!parent) throw new NotFoundError('parent conversation', parentId);
  return parent;
}

/** Where the conversation runs. Without a change, the sandbox runs or starts already. */
interface Place {
  readonly sandboxId: string;
  readonly change: { readonly previous: Sandbox | null; readonly next: Sandbox } | null;
}

async function findPlace(
  order: StartOrder,
  existing: Conversation | undefined,
  parent: Conversation | undefined,
  deps: StartDeps,
): Promise<Place> {
  const { ownerId, request, chosenId } = order;
  const wanted = request.sandbox_id ?? existing?.sandbox_id ?? parent?.sandbox_id;
  const sandbox = wanted === undefined ? undefined : await deps.sandboxes.find(ownerId, wanted);
  if (!isGone(sandbox)) return inExisting(sandbox, existing, deps.now());
  if (request.sandbox_id !== null) throw new NotFoundError('sandbox', request.sandbox_id);

  // A chosen conversation id also names its first sandbox, as the clients that choose ids expect; a later one needs an id of its own.
  const isFirst = chosenId !== null && !existing && /^[0-9a-f]{32}$/.test(chosenId);
  const isFree = isFirst && !(await deps.sandboxes.find(ownerId, chosenId));
  const sandboxId = isFree ? chosenId : newId(deps.now());
  return {
    sandboxId,
    change: { previous: null, next: newSandbox(ownerId, sandboxId, deps.specs.getOrDefault(undefined), deps.now()) },
  };
}

function inExisting(sandbox: Sandbox, existing: Conversation | undefined, now: Date): Place {
  const { sandbox_id: sandboxId } = sandbox;
  if (wireStatus(sandbox) === 'ERROR' && !existing) {
    throw new AppError(
      'conflict',
      `sandbox ${sandboxId} is in ERROR: ${sandbox.status_reason?.message ?? 'resume it first'}`,
    );
  }
  const next = resumeRequested(sandbox, now);
  return { sandboxId, change: next ? { previous: sandbox, next } : null };
}

function compose(
  order: StartOrder,
  existing: Conversation | undefined,
  parent: Conversation | undefined,
  sandboxId: string,
  now: Date,
): Started {
  const { ownerId, request, chosenId, givenId } = order;
  const conversationId = chosenId ?? newId(now);
  const conversation = existing
    ? { ...existing, sandbox_id: sandboxId, updated_at: now.toISOString() }
    : newConversation(
        {
          owner_id: ownerId,
          conversation_id: conversationId,
          given_id: givenId === conversationId ? null : givenId,
          sandbox_id: sandboxId,
          title: request.title,
          trigger: request.trigger,
          selected_repository: request.selected_repository ?? parent?.selected_repository ?? null,
          selected_branch: request.selected_branch ?? parent?.selected_branch ?? null,
          git_provider: request.git_provider ?? parent?.git_provider ?? null,
          pr_number: request.pr_number,
          llm_model: request.llm_model ?? parent?.llm_model ?? null,
          parent_conversation_id: request.parent_conversation_id,
          public: request.public,
        },
        now,
      );
  const task = newStartTask(
    {
      owner_id: ownerId,
      start_task_id: newId(now),
      conversation_id: conversationId,
      sandbox_id: sandboxId,
      request,
      mcp_servers: order.mcpServers,
      replay_json: order.replayJson,
    },
    now,
  );
  return { conversation, task };
}
