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
import { noOwnSpecs } from '../no-own-specs.ts';
import type { Action } from './actions.ts';
import { type ActionAtEdge, actAtEdge, actionsAtEdge } from './actions-at-edge.ts';
import { type Around, through } from './processes.ts';
import { type SandboxWorld, STAGE_LIMITS } from './sandbox-world.ts';
import { disturb, injectTaskFault } from './task-faults.ts';

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
    case 'work-on-snapshot': {
      const row = nth([...world.snapshots.rows.values()], step.snapshot);
      return row && world.snapshotWork.work(row.owner_id, row.snapshot_id);
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
    publicLinks: true,
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
