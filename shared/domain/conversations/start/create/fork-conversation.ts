import type * as z from 'zod';
import type { ForkRequest } from '../../../../contract/shapes/app-conversation.ts';
import { StartRequest } from '../../../../contract/shapes/start-request.ts';
import { AppError, NotFoundError } from '../../../../platform/errors.ts';
import { derivedId, newId } from '../../../../platform/ids.ts';
import { type Copy, copyOf, discardCopy } from '../../../sandboxes/forks/fork-snapshot.ts';
import type { LimitPolicy } from '../../../sandboxes/intent/within-limit.ts';
import { keptSpec } from '../../../sandboxes/own-specs/kept-spec.ts';
import { canBegin } from '../../../sandboxes/record/workspace-snapshot.ts';
import type { CreateSnapshotDeps } from '../../../sandboxes/snapshots/create-snapshot.ts';
import type { SandboxStore } from '../../../sandboxes/store/sandbox-store.ts';
import { logOf } from '../../events/event.ts';
import type { EventReader } from '../../events/event-store.ts';
import type { Conversation } from '../../record/conversation.ts';
import { type ConversationHome, homeOf } from '../../record/conversation-homes.ts';
import { isOver, type StartTask } from '../task/start-task.ts';
import type { StartTaskStore } from '../task/start-task-store.ts';
import { startConversation } from './start-conversation.ts';
import type { Fork, StartDeps, Started, StartOrder } from './start-order.ts';

export interface ForkDeps extends StartDeps, CreateSnapshotDeps {
  readonly sandboxes: SandboxStore;
  readonly startTasks: Pick<StartTaskStore, 'find'>;
  readonly events: Pick<EventReader, 'missing'>;
  /** Starts the worker of a snapshot that is still being created; returns at once. */
  readonly work: (ownerId: string, snapshotId: string) => Promise<void>;
}

interface ForkOrder extends Pick<StartOrder, 'claim' | 'defaultVisibility'> {
  readonly request: z.output<typeof ForkRequest>;
  /** The same for each repetition of the request; undefined if it cannot be repeated. */
  readonly requestName: string | undefined;
  readonly policy: LimitPolicy;
}

/**
 * Starts a conversation with the history of another one, in a sandbox that begins from a copy of its workspace.
 *
 * @throws NotFoundError for an unknown event; AppError as a start does; `conflict` for a conversation that its agent
 * does not have yet, or whose agent keeps its memory itself; `gone` without a workspace
 */
export async function forkConversation(
  home: ConversationHome,
  { request, requestName, policy, claim, defaultVisibility }: ForkOrder,
  deps: ForkDeps,
): Promise<Started> {
  const { conversation: of } = home;
  const before = of.start_task_id ? await deps.startTasks.find(of.owner_id, of.start_task_id) : undefined;
  requireForkable(of, before);
  await requireEvent(of, request.event_id, deps);
  const sandbox = homeOf(home);
  if (!sandbox)
    throw new AppError('gone', 'The sandbox of this conversation is gone (MISSING), and its workspace too.');
  const { id: api_key_id, lineages } = policy.key;
  const implicit = { id: await copyIdOf(of, requestName, deps), name: null, retentionDays: null, kept: false };
  const payer = { api_key_id, lineages: [...lineages], created_by: policy.person };
  const copy = await copyOf(sandbox, implicit, payer, deps);
  const { snapshot } = copy;
  const order = {
    ...orderOf({ of, from: sandbox, eventId: request.event_id }, before, request),
    ownerId: of.owner_id,
    policy,
    defaultVisibility,
    snapshot,
    spec: keptSpec(sandbox),
    ...(claim ? { claim } : {}),
  };
  const started = await startedOrDiscarded(order, copy, deps);
  if (snapshot.state === 'CREATING') await deps.work(of.owner_id, snapshot.snapshot_id);
  return started;
}

/** How long a repeated request begins from the copy of its first attempt: a key can name another request later. */
const ATTEMPT_MS = 30 * 60_000;

/** The id of the copy, so that a repetition of a request that died takes no second one. */
async function copyIdOf(
  { owner_id: ownerId, conversation_id: id, created_at: createdAt }: Conversation,
  requestName: string | undefined,
  { snapshots, now }: Pick<ForkDeps, 'snapshots' | 'now'>,
): Promise<string> {
  const fresh = newId(now());
  if (requestName === undefined) return fresh;
  const derived = derivedId(new Date(createdAt), `${requestName} ${id} snapshot`);
  const earlier = await snapshots.find(ownerId, derived);
  if (!earlier) return derived;
  const isOfAttempt = canBegin(earlier) && now().getTime() - Date.parse(earlier.created_at) < ATTEMPT_MS;
  return isOfAttempt ? derived : fresh;
}

async function startedOrDiscarded(order: StartOrder, copy: Copy, deps: ForkDeps): Promise<Started> {
  try {
    return await startConversation(order, deps);
  } catch (error) {
    await discardCopy(copy, deps);
    throw error;
  }
}

type Order = Pick<StartOrder, 'request' | 'chosenId' | 'givenId' | 'mcpServers' | 'replayJson' | 'fork'>;

function orderOf(fork: Fork, before: StartTask | undefined, request: ForkOrder['request']): Order {
  return {
    request: requestOf(fork.of, before, request),
    ...{ chosenId: null, givenId: null, mcpServers: null, replayJson: null },
    fork,
  };
}

function requireForkable(of: Conversation, start: StartTask | undefined): void {
  if (of.agent_kind === 'acp') {
    const why = 'Its agent is an ACP program, which keeps the memory of the conversation itself.';
    throw new AppError('conflict', `The conversation cannot be forked. ${why} Fork its sandbox instead.`);
  }
  if (start && !isOver(start))
    throw new AppError('conflict', 'The conversation is still starting. Fork it when its start task is READY.');
  if (of.start_error && (of.execution_status ?? 'idle') === 'idle')
    throw new AppError('conflict', 'The conversation did not start, so it has no history. Start it again first.');
}

async function requireEvent(of: Conversation, eventId: string | null, { events }: ForkDeps): Promise<void> {
  if (eventId === null) return;
  if ((await events.missing(logOf(of), [eventId])).length > 0) throw new NotFoundError('Event', eventId);
}

/** What the fork's start does as that of the other conversation did. */
const KEPT = ['agent_type', 'agent_kind', 'disabled_skills', 'system_message_suffix'] as const;

/** The start request of the fork. Plugins, secrets and the first message belong to the other conversation's start. */
function requestOf(
  of: Conversation,
  start: StartTask | undefined,
  { title, secrets, resources, capacity }: z.output<typeof ForkRequest>,
): StartOrder['request'] {
  const { selected_repository, selected_branch, git_provider, trigger, pr_number } = of;
  const earlier = StartRequest.safeParse(start?.request ?? {}).data;
  const kept = earlier ? Object.fromEntries(KEPT.map((name) => [name, earlier[name]])) : {};
  return {
    ...StartRequest.parse({ ...kept, selected_repository, selected_branch, git_provider, trigger, pr_number }),
    ...{ title: title ?? forkTitle(of.title), secrets, resources, capacity },
  };
}

const LONGEST = 200;
const SUFFIX = ' (fork)';

/** The default title. It is not shortened within a character. */
export function forkTitle(title: string): string {
  return `${title.slice(0, LONGEST - SUFFIX.length).replace(/[\uD800-\uDBFF]$/, '')}${SUFFIX}`;
}
