import * as fc from 'fast-check';
import { createAppConversation } from '../../../../functions/conversations/create-app-conversation.ts';
import { deleteSandbox } from '../../../../functions/sandboxes/delete-sandbox.ts';
import { pauseSandbox } from '../../../../functions/sandboxes/pause-sandbox.ts';
import { resumeSandbox } from '../../../../functions/sandboxes/resume-sandbox.ts';
import { startSandbox } from '../../../../functions/sandboxes/start-sandbox.ts';
import { updateSandbox } from '../../../../functions/sandboxes/update-sandbox.ts';
import type { Caller } from '../../../../shared/contract/endpoint/caller.ts';
import type { ResourcesRequest } from '../../../../shared/contract/shapes/resources.ts';
import { StartRequest } from '../../../../shared/contract/shapes/start-request.ts';
import { deleteConversation } from '../../../../shared/domain/conversations/record/delete-conversation.ts';
import { AppError } from '../../../../shared/platform/errors.ts';
import { noRestarts } from '../../conversations/start/start-services.ts';
import { MemoryUploads } from '../../conversations/uploads/memory-uploads.ts';
import { aCaller, aRequest } from '../../http/a-caller.ts';
import { MemoryVault } from '../../platform/memory-vault.ts';
import { MemorySettingsStore } from '../../settings/memory-settings-store.ts';
import type { SaveFault } from '../fake-disks.ts';
import type { RunFault } from '../fake-ecs.ts';
import { noOwnSpecs } from '../no-own-specs.ts';
import { type ActionAtEdge, actAtEdge, actionsAtEdge } from './actions-at-edge.ts';
import { type Around, through } from './processes.ts';
import { type SandboxWorld, STAGE_LIMITS } from './sandbox-world.ts';
import { disturb, injectTaskFault, type TaskFault, taskFaults } from './task-faults.ts';

export type Action =
  | { readonly kind: 'start' | 'start-conversation'; readonly owner: 'ann' | 'bob' }
  | { readonly kind: 'pause' | 'resume' | 'resize' | 'delete' | 'start-conversation-in'; readonly sandbox: number }
  | { readonly kind: ActionAtEdge; readonly sandbox: number }
  | { readonly kind: 'snapshot'; readonly sandbox: number; readonly days: number | null }
  | { readonly kind: 'delete-snapshot' | 'start-from'; readonly snapshot: number }
  | { readonly kind: 'fork'; readonly sandbox: number; readonly count: number }
  | { readonly kind: 'restore'; readonly sandbox: number; readonly snapshot: number }
  | { readonly kind: 'delete-conversation'; readonly conversation: number }
  | { readonly kind: 'time'; readonly seconds: number }
  | { readonly kind: 'run-fault'; readonly fault: RunFault }
  | { readonly kind: 'save-fault'; readonly fault: SaveFault }
  | { readonly kind: 'delete-fault'; readonly fault: 'busy' | 'unavailable' }
  | { readonly kind: 'task-fault'; readonly what: TaskFault; readonly task: number }
  | { readonly kind: 'agents-answer' | 'lose-news' | 'sweep' | 'blind' | 'refuse-conversations' | 'calm' }
  | { readonly kind: 'rotate-ingress' }
  | { readonly kind: 'resize-pool'; readonly size: number }
  | { readonly kind: 'keep-pool' | 'new-revision' }
  | { readonly kind: 'disturb'; readonly what: (typeof disturbances)[number]; readonly which: number }
  | { readonly kind: 'news'; readonly count: number; readonly again: boolean }
  | { readonly kind: 'calls'; readonly count: number }
  | { readonly kind: 'late-update' }
  | { readonly kind: 'hang'; readonly after: (typeof hangs)[number]; readonly seconds: number }
  | { readonly kind: 'crash'; readonly calls: number };

export const disturbances = [
  'orphan-task',
  'orphan-volume',
  'orphan-snapshot',
  'wrong-count',
  'slow-snapshots',
  'vanish-snapshot',
] as const;

/** The calls after which a worker can hang, with a row, an address or a version of the store that changes meanwhile. */
export const hangs = ['find', 'save', 'addresses', 'claims', 'claim', 'version', 'rows', 'update', 'live'] as const;

const owner = fc.constantFrom('ann' as const, 'bob' as const);
const few = fc.nat({ max: 5 });

/** Up to so many events from AWS arrive, some of them again. */
export const newsUpTo = (max: number) =>
  fc.record({ kind: fc.constant('news' as const), count: fc.integer({ min: 1, max }), again: fc.boolean() });

/** The possible actions. Likelier ones are listed more than once. */
export const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('start' as const, 'start-conversation' as const), owner }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom<('pause' | 'resume' | 'resize' | 'delete' | 'start-conversation-in')[]>(
        ...(['pause', 'resume', 'resize', 'delete', 'start-conversation-in'] as const),
      ),
      sandbox: few,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('snapshot' as const),
      sandbox: few,
      days: fc.constantFrom(null, null, null, 1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('delete-snapshot' as const, 'start-from' as const), snapshot: few }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('fork' as const), sandbox: few, count: fc.constantFrom(1, 2) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore' as const), sandbox: few, snapshot: few }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('time' as const), seconds: fc.constantFrom(1, 5, 15, 70, 200, 700) }),
  },
  {
    weight: 1,
    // Longer than the lifetime of a sandbox and the retention of a workspace.
    arbitrary: fc.record({ kind: fc.constant('time' as const), seconds: fc.constantFrom(90_000, 2_700_000) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('delete-conversation' as const), conversation: few }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('run-fault' as const),
      fault: fc.constantFrom<RunFault[]>(
        'throttled',
        'unavailable',
        'lost-answer',
        'no-capacity',
        'no-spot',
        'refused',
        'denied',
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('save-fault' as const),
      fault: fc.constantFrom<SaveFault[]>('throttled', 'lost-answer', 'unavailable', 'denied', 'snapshot-fails'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('delete-fault' as const),
      fault: fc.constantFrom('busy' as const, 'unavailable' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('task-fault' as const), what: fc.constantFrom(...taskFaults), task: few }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('disturb' as const), what: fc.constantFrom(...disturbances), which: few }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom(...(['agents-answer', 'lose-news', 'sweep', 'blind', 'refuse-conversations'] as const)),
    }),
  },
  {
    weight: 7,
    arbitrary: newsUpTo(4),
  },
  { weight: 7, arbitrary: fc.record({ kind: fc.constant('calls' as const), count: fc.integer({ min: 1, max: 25 }) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('calm' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rotate-ingress' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('resize-pool' as const), size: fc.constantFrom(0, 1, 2) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('keep-pool' as const, 'keep-pool' as const, 'new-revision' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('crash' as const), calls: fc.nat({ max: 12 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('visit', 'visit', ...actionsAtEdge), sandbox: few }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('late-update' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('hang' as const),
      after: fc.constantFrom(...hangs),
      seconds: fc.constantFrom(2, 15, 45),
    }),
  },
);

export async function act(world: SandboxWorld, step: Action): Promise<void> {
  const { ecs, disks, agents, processes } = world;
  switch (step.kind) {
    case 'time':
      return world.leap(step.seconds);
    case 'run-fault':
      return ecs.failNextRun(step.fault);
    case 'save-fault':
      return disks.failNextSave(step.fault);
    case 'delete-fault':
      return disks.failNextDelete(step.fault);
    case 'agents-answer':
      return agents.silent.clear();
    case 'lose-news':
      return world.loseEvents();
    case 'sweep':
      return world.sweep();
    case 'calm':
      return calm(world);
    case 'rotate-ingress':
      return world.ingress.rotate();
    case 'resize-pool':
      world.pool = { ...world.pool, size: step.size };
      return;
    case 'new-revision':
      world.pool = { ...world.pool, revision: `${world.pool.revision}+` };
      return;
    case 'keep-pool':
      return world.keepPools();
    case 'blind':
      ecs.blindSeconds = 30;
      disks.blindSeconds = 5;
      return;
    case 'refuse-conversations':
      agents.refusesConversations = !agents.refusesConversations;
      return;
    case 'disturb':
      return disturb(world, step.what, step.which);
    case 'news':
      for (let delivered = 0; delivered < step.count; delivered += 1) world.tellOne(!step.again);
      return;
    case 'calls':
      return processes.let(step.count);
    case 'crash':
      return processes.crashAfter(step.calls);
    case 'hang':
      return processes.hangAfter(step.after, step.seconds * 1000);
    case 'late-update':
      world.edge?.unreliable.letOneArrive();
      return;
    case 'snapshot': {
      const rows = world.rows();
      const row = rows[step.sandbox % Math.max(1, rows.length)];
      return row && world.snapshotWork.create(row.owner_id, row.sandbox_id, step.days);
    }
    case 'delete-snapshot': {
      const rows = [...world.snapshots.rows.values()];
      const row = rows[step.snapshot % Math.max(1, rows.length)];
      return row && world.snapshotWork.delete(row.owner_id, row.snapshot_id);
    }
    case 'start-from': {
      const snapshot = nth([...world.snapshots.rows.values()], step.snapshot);
      return snapshot && world.forks.start(snapshot);
    }
    case 'fork': {
      const row = nth(world.rows(), step.sandbox);
      return row && world.forks.fork(row, step.count);
    }
    case 'restore': {
      const row = nth(world.rows(), step.sandbox);
      const own = [...world.snapshots.rows.values()].filter(({ owner_id: owner }) => owner === row?.owner_id);
      const snapshot = nth(own, step.snapshot);
      return row && snapshot && world.forks.restore(row, snapshot);
    }
    case 'delete-conversation':
      return forget(world, step.conversation);
    case 'task-fault':
      return injectTaskFault(world, step.what, step.task);
    default:
      return ask(world, step);
  }
}

function nth<T>(items: readonly T[], index: number): T | undefined {
  return items[index % Math.max(1, items.length)];
}

/** Enough time without faults for a sandbox to start or stop. */
async function calm(world: SandboxWorld): Promise<void> {
  for (const seconds of [5, 5, 5]) {
    await world.tellAll();
    await world.pass(seconds);
  }
}

/** Keys in turn: one without limits, one with limits, and one with lower limits in its lineage. */
function callerOf(ownerId: string, turn: number): Caller {
  const caller = { ...aCaller, ownerId, scheme: 'bearer' as const };
  if (turn % 2 === 0) return { ...caller, keyId: 'free' };
  const bound = { id: 'bound', limits: { ...aCaller.limits, sandboxes: 2, monthly_sandbox_hours: 1 } };
  if (turn % 8 !== 7) return { ...caller, keyId: bound.id, limits: bound.limits };
  return { ...caller, keyId: 'child', limits: { ...bound.limits, monthly_sandbox_hours: 0.9 }, above: [bound] };
}

/** Sizes in turn: mostly that of the spec, a larger and a smaller one, and a larger disk. */
function sizeAt(turn: number): ResourcesRequest | undefined {
  return [undefined, { cpu: 2 }, undefined, { cpu: 0.5, memory_gb: 2 }, { disk_gb: 30 }][turn % 5];
}

function forget(world: SandboxWorld, index: number): void {
  const all = [...world.conversations.rows.values()];
  const conversation = all[index % Math.max(1, all.length)];
  if (!conversation) return;
  world.processes.start(async (around) => {
    try {
      const deps = { ...world.storesThrough(around), now: world.clock.now };
      await deleteConversation(conversation.owner_id, conversation.conversation_id, deps);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  });
}

/** Calls an endpoint. A documented refusal counts as a response. */
function ask(
  world: SandboxWorld,
  step: Exclude<Extract<Action, { owner: string } | { sandbox: number }>, { days: unknown }>,
): void {
  const rows = world.rows();
  const row = 'sandbox' in step ? rows[step.sandbox % Math.max(1, rows.length)] : undefined;
  if ('sandbox' in step && !row) return;
  const ownerId = 'owner' in step ? step.owner : (row?.owner_id ?? '');
  const sandboxId = row?.sandbox_id ?? '';
  world.processes.start(async (around) => {
    try {
      if (isAtEdge(step.kind) && row)
        await actAtEdge(world, step.kind, { caller: callerOf(ownerId, world.nextTurn()), sandbox: row, around });
      else await answer(world, step.kind, ownerId, sandboxId, around);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  });
}

function isAtEdge(kind: string): kind is ActionAtEdge {
  return actionsAtEdge.some((one) => one === kind);
}

function answer(
  world: SandboxWorld,
  kind: string,
  ownerId: string,
  sandboxId: string,
  around: Around,
): Promise<unknown> {
  const { specs, clock } = world;
  const vault = new MemoryVault();
  const budgets = world.budgets(around);
  const deps = {
    ...world.storesThrough(around),
    snapshots: through(around, world.sandboxes.snapshots),
    warmTasks: through(around, world.warmTasks),
    budgets,
    specs,
    ownSpecs: noOwnSpecs,
    vault,
    settings: new MemorySettingsStore(),
    restartMessages: noRestarts,
    uploads: new MemoryUploads(clock.now),
    stageLimits: STAGE_LIMITS,
    now: clock.now,
  };
  const turn = world.nextTurn();
  const resources = sizeAt(turn);
  const base = {
    caller: callerOf(ownerId, turn),
    request: aRequest,
    body: undefined,
    query: undefined,
    params: undefined,
  };
  const params = { sandbox_id: sandboxId };
  const query = { on_limit: 'reject' as const };
  // Of the spec, Spot and on demand, in another order than the keys.
  const capacity = ([undefined, 'spot', 'spot', 'on_demand'] as const)[Math.floor(turn / 3) % 4];
  switch (kind) {
    case 'start':
      return startSandbox.run({ ...base, query, body: { resources, capacity } }, deps);
    case 'resize':
      return updateSandbox.run({ ...base, params, body: { resources } }, { ...deps, keys: world.keys });
    case 'pause':
      return pauseSandbox.run({ ...base, params }, deps);
    case 'resume':
      return resumeSandbox.run({ ...base, params, query, body: { capacity } }, deps);
    case 'delete':
      return deleteSandbox.run({ ...base, params }, deps);
    default: {
      const body = StartRequest.parse({
        capacity: capacity ?? null,
        ...(sandboxId === '' ? { resources } : { sandbox_id: sandboxId }),
      });
      return createAppConversation.run({ ...base, body, query }, deps);
    }
  }
}
