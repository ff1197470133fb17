import { beforeAll, describe, expect, it } from 'vitest';
import { boot } from '../../../../../shared/domain/sandboxes/agent/boot.ts';
import { noEdgeEntries } from '../../../../../shared/domain/sandboxes/edge/edge-entries.ts';
import {
  creationOf,
  deleteRequested,
  isBeyondResume,
  pauseRequested,
  resumeRequested,
} from '../../../../../shared/domain/sandboxes/intent/intents.ts';
import { LaunchSettings } from '../../../../../shared/domain/sandboxes/launch/launch-task.ts';
import type { LaunchOutcome } from '../../../../../shared/domain/sandboxes/launch/tasks.ts';
import { newSandbox } from '../../../../../shared/domain/sandboxes/lifecycle/generation.ts';
import { nextStep } from '../../../../../shared/domain/sandboxes/lifecycle/next-step.ts';
import type { ReconcileDeps } from '../../../../../shared/domain/sandboxes/reconcile/perform.ts';
import { MAX_STEPS, reconcile } from '../../../../../shared/domain/sandboxes/reconcile/reconcile.ts';
import { stopSandbox } from '../../../../../shared/domain/sandboxes/reconcile/stop.ts';
import { hasLostWorkspace, isTombstone } from '../../../../../shared/domain/sandboxes/record/conditions.ts';
import type { SaveOutcome, Snapshot } from '../../../../../shared/domain/sandboxes/record/disks.ts';
import { failure } from '../../../../../shared/domain/sandboxes/record/failures.ts';
import { diskOwner } from '../../../../../shared/domain/sandboxes/record/identity.ts';
import { limits } from '../../../../../shared/domain/sandboxes/record/limits.ts';
import { phaseChanges } from '../../../../../shared/domain/sandboxes/record/phase-changes.ts';
import { Phase } from '../../../../../shared/domain/sandboxes/record/phases.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { isGone } from '../../../../../shared/domain/sandboxes/record/status.ts';
import type { AgentHealth, Observation } from '../../../../../shared/domain/sandboxes/record/step.ts';
import type { Task } from '../../../../../shared/domain/sandboxes/record/task.ts';
import { claimOf } from '../../../../../shared/domain/sandboxes/warm/claim-warm-task.ts';
import { newWarmTask } from '../../../../../shared/domain/sandboxes/warm/warm-tasks.ts';
import { quietConsole } from '../../../../support/logs/quiet-console.ts';
import { someKeys } from '../../../../support/platform/memory-master-keys.ts';
import { keyOf } from '../../../../support/platform/memory-page.ts';
import { SettableClock } from '../../../../support/platform/settable-clock.ts';
import { FakeIngress } from '../../../../support/sandboxes/fake-agents.ts';
import { aLaunch, aSnapshot } from '../../../../support/sandboxes/lifecycle-data.ts';
import { MemorySandboxStore } from '../../../../support/sandboxes/memory-sandbox-store.ts';
import { aSpec, aTask, noon, someSpecs } from '../../../../support/sandboxes/sandbox-data.ts';
import { END_OF_TIME } from '../../../../support/sandboxes/world/sandbox-world.ts';

interface Conditions {
  /** The task in ECS. `undefined` if it runs but is not observed. */
  readonly task?: Partial<Task> | 'absent';
  readonly agent?: AgentHealth;
  readonly snapshot: Snapshot['state'] | 'absent';
  readonly run: 'accepted' | 'refused' | 'no-capacity' | 'unclear';
  readonly save: SaveOutcome['kind'] | 'busy' | 'lost';
}

const healthy: Conditions = { snapshot: 'completed', run: 'accepted', save: 'accepted' };
const ended = { lastStatus: 'STOPPED', desiredStatus: 'STOPPED', stopCode: 'EssentialContainerExited', exitCode: 1 };
const badImage = { stopCode: 'TaskFailedToStart', stoppedReason: 'CannotPullContainerError: manifest not found' };

const allConditions: readonly Conditions[] = [
  healthy,
  ...(['pending', 'error', 'absent'] as const).map((snapshot) => ({ ...healthy, snapshot })),
  ...(['refused', 'no-capacity', 'unclear'] as const).map((run) => ({ ...healthy, run })),
  ...(['refused', 'unclear', 'busy', 'lost'] as const).map((save) => ({ ...healthy, save })),
  ...(
    ['absent', { lastStatus: 'PENDING' }, {}, { desiredStatus: 'STOPPED' }, ended, { ...ended, ...badImage }] as const
  ).map((task) => ({ ...healthy, task })),
  { ...healthy, task: ended, snapshot: 'pending' },
  { ...healthy, agent: { kind: 'ready', idleSeconds: 99_999, busy: false } },
  { ...healthy, agent: { kind: 'dormant' } },
  { ...healthy, agent: { kind: 'unreachable' } },
];

function generationOf(startedBy: string): number {
  return Number(startedBy.split('/').at(-1));
}

/** The ECS task of this or another generation. */
function taskOf(row: Sandbox, change: Partial<Task>): Task {
  const generation = change.generation ?? row.generation;
  const volumeId = row.launch?.volume ? `vol-${generation}` : null;
  const arn = row.generation === generation ? row.task_arn : null;
  return aTask({
    version: row.task_version + 1,
    volumeId,
    ...change,
    generation,
    arn: arn ?? `arn:task/${generation}`,
  });
}

/** Whether RunTask was called for this generation. */
function mayHaveTask({ launch, task_arn: arn }: Sandbox): boolean {
  return launch !== null || arn !== null;
}

/** Reads only the conditions that can be observed of such a row. */
function seenIn(row: Sandbox, conditions: Conditions): Observation {
  const task = mayHaveTask(row) ? conditions.task : undefined;
  const agent = row.phase === 'RUNNING' ? conditions.agent : undefined;
  const id = row.saving_snapshot_id ?? row.snapshot_id;
  return {
    ...(task === undefined ? {} : { task: task === 'absent' ? task : taskOf(row, task) }),
    ...(agent === undefined ? {} : { agent }),
    ...(id === null ? {} : { snapshot: { id, found: snapshotIn(conditions, id, row.phase_since) } }),
  };
}

function snapshotIn({ snapshot }: Conditions, id: string, startedAt: string): Snapshot | 'absent' {
  return snapshot === 'absent' ? snapshot : aSnapshot({ id, state: snapshot, startedAt });
}

/** Conditions that note which of them were read. */
function noting(conditions: Conditions, read: Set<keyof Conditions>): Conditions {
  return new Proxy(conditions, {
    get(target, name) {
      read.add(name as keyof Conditions);
      return Reflect.get(target, name);
    },
  });
}

function launched({ run }: Conditions, task: Task): LaunchOutcome {
  const refused = { kind: 'refused', detail: '', tokenSpent: true } as const;
  if (run === 'accepted') return { kind: 'accepted', task };
  if (run === 'unclear') return { kind: 'unclear', error: new Error('reset') };
  return run === 'refused'
    ? { ...refused, ...failure('spec_invalid', 'spec') }
    : { ...refused, ...failure('capacity_unavailable', 'capacity') };
}

function saved({ save }: Conditions, snapshot: Snapshot): SaveOutcome {
  if (save === 'accepted') return { kind: 'accepted', snapshot };
  if (save === 'unclear') return { kind: 'unclear', error: new Error('reset') };
  const code = { busy: 'throttled', lost: 'volume_lost', refused: 'snapshot_refused' }[save];
  return { kind: 'refused', code, message: 'No.', retryable: save === 'busy' };
}

/** Seconds between passes: short, after the shorter limits, after the longer limits, after retention. */
const waits = [1, limits.consistency + 1, limits.saving + 1, 31 * 24 * 3600];

/** The facts that determine the next changes of a row. */
function kindOf(row: Sandbox): string {
  const { phase, desired, wanted_generation: wanted, generation, stop_into: into, deadline_at: deadline } = row;
  const flags = [
    ...[
      row.launch,
      row.task_arn,
      row.volume_id,
      row.snapshot_id,
      row.saving_snapshot_id,
      row.stop_sent_at,
      row.running_since,
      row.task_ended_at,
      row.unreachable_since,
      row.expires_at,
    ].map((value) => value !== null),
    ...[row.restarts > 0, row.save_attempts > 0, row.discards.length > 0, row.receipt?.collected === true],
    ...[wanted > generation, deadline <= row.updated_at, hasLostWorkspace(row)],
  ];
  return [phase, desired, into, ...flags.map((flag) => (flag ? 1 : 0))].join();
}

interface Findings {
  readonly changes: Set<string>;
  /** Invalid rows and endless passes. */
  readonly broken: Set<string>;
}

/** Explores each intent, AWS response and limit from every reachable state. */
async function everyPhaseChange(): Promise<Findings> {
  const findings = { changes: new Set<string>(), broken: new Set<string>() };
  for (const volume of ['workspace', null]) {
    const explorer = new Explorer(volume, findings);
    await explore(explorer);
    await explorer.claimed();
  }
  return findings;
}

function brokenIn(row: Sandbox): string[] {
  const { phase, generation, status_reason: reason, discards } = row;
  const kept = [row.volume_id, row.snapshot_id, row.previous_snapshot_id, row.saving_snapshot_id];
  const isBroken = {
    'it failed and does not say why': phase === 'ERROR' && reason === null,
    'it keeps what it discards': discards.some(({ id }) => kept.includes(id)),
    'it keeps one thing twice':
      new Set(kept.filter((id) => id !== null)).size < kept.filter((id) => id !== null).length,
    'it rests with a disk that was not saved': (phase === 'PAUSED' || phase === 'EXPIRED') && row.volume_id !== null,
    'it wants a generation that is far ahead': row.wanted_generation > generation + 1,
    'it runs without an address': phase === 'RUNNING' && !row.exposed_urls,
    'it is gone and keeps something': phase === 'DELETED' && (discards.length > 0 || kept.some((id) => id !== null)),
  };
  return Object.entries(isBroken).flatMap(([what, is]) => (is ? [`${what}: ${kindOf(row)}`] : []));
}

async function explore(explorer: Explorer): Promise<void> {
  const known = new Map<string, Sandbox>();
  const first = explorer.born(undefined);
  known.set(kindOf(first), first);
  // Iterating a map includes entries that are added during the loop.
  for (const row of known.values()) {
    for (const next of await explorer.after(row)) if (!known.has(kindOf(next))) known.set(kindOf(next), next);
  }
}

class Explorer {
  readonly #specs;
  readonly #findings: Findings;
  readonly #keys = someKeys();

  constructor(volume: string | null, findings: Findings) {
    this.#specs = someSpecs(aSpec({ volume }));
    this.#findings = findings;
  }

  born(before: Sandbox | undefined): Sandbox {
    const now = new Date(before?.updated_at ?? noon);
    const fresh = newSandbox('ann', '0193', this.#specs.getOrDefault(undefined), now);
    const next = creationOf(fresh, before)?.next ?? fresh;
    if (before) this.#note(before, next);
    return next;
  }

  /** A sandbox claims a warm task in place of a receipt, which ends the row of the warm task. */
  async claimed(): Promise<void> {
    const spec = this.#specs.getOrDefault(undefined);
    const at = new Date(noon);
    const warm = { revision: spec.revision, ready_at: noon, claimed_by: null };
    const launched = { launch: aLaunch(), key_id: 'k1', task_arn: 'arn:task/1' };
    const row: Sandbox = { ...newWarmTask('0194', spec, at), ...launched, phase: 'BOOTING', warm };
    const receipt: Sandbox = { ...newSandbox('ann', '0193', spec, at), phase: 'DELETED', desired: 'DELETED' };
    const creation = creationOf(newSandbox('ann', '0193', spec, at), receipt);
    if (!creation) throw new Error('no sandbox takes the place of a receipt');
    const { next, claim } = claimOf(creation, row, at);
    this.#note(receipt, next);
    for (const conditions of allConditions) if (claim) await this.#looked(claim.next, 1, conditions);
  }

  async after(row: Sandbox): Promise<Sandbox[]> {
    if (isTombstone(row)) return [this.born(row)];
    const rows = [...this.#intended(row)];
    for (const seconds of waits) rows.push(...(await this.#underAll(row, seconds)));
    if (row.phase === 'BOOTING' || row.phase === 'STOPPING') rows.push(await this.#worked(row));
    return rows;
  }

  #intended(row: Sandbox): readonly Sandbox[] {
    if (isGone(row)) return [];
    const now = new Date(row.updated_at);
    const resumed = isBeyondResume(row) ? undefined : resumeRequested(row, now);
    const next = [pauseRequested(row, now, 'key'), resumed, deleteRequested(row, now)];
    return next.filter((one) => one !== undefined);
  }

  /** Conditions that differ only in what a pass did not read have its outcome, so they need no pass of their own. */
  async #underAll(row: Sandbox, seconds: number): Promise<Sandbox[]> {
    const rows: Sandbox[] = [];
    const passes: { readonly conditions: Conditions; readonly read: ReadonlySet<keyof Conditions> }[] = [];
    for (const conditions of allConditions) {
      if (passes.some((pass) => [...pass.read].every((name) => pass.conditions[name] === conditions[name]))) continue;
      const read = new Set<keyof Conditions>();
      rows.push(await this.#looked(row, seconds, noting(conditions, read)));
      passes.push({ conditions, read });
    }
    return rows;
  }

  #looked(row: Sandbox, seconds: number, conditions: Conditions): Promise<Sandbox> {
    return this.#during(row, seconds, async (store, clock) => {
      const deps = this.#deps(row, conditions, store, clock);
      const { steps } = await reconcile(row.owner_id, row.sandbox_id, seenIn(row, conditions), deps, END_OF_TIME);
      if (steps >= MAX_STEPS) this.#findings.broken.add(`a pass has no end: ${kindOf(row)}`);
    });
  }

  #worked(row: Sandbox): Promise<Sandbox> {
    return this.#during(row, 1, async (sandboxes, clock) => {
      const { now } = clock;
      const agents = {
        health: async () => ({ kind: 'ready', idleSeconds: 0, busy: false }) as const,
        init: async () => undefined,
        prepareForPause: async () => undefined,
      };
      const tasks = { describe: async () => taskOf(row, {}), stop: async () => undefined };
      const common = { sandboxes, tasks, agents, now };
      const boots = {
        ...common,
        ingress: new FakeIngress(),
        edge: noEdgeEntries,
        edgeStates: { of: async () => 'written' as const },
        keys: this.#keys,
        startMeasuring: async () => undefined,
        allowedOrigins: [],
        publicBaseUrl: 'https://service.example',
        findWaiting: async () => async () => undefined,
        pause: async (milliseconds: number) => clock.advance(milliseconds / 1000),
      };
      const { owner_id: ownerId, sandbox_id: id, generation } = row;
      await (row.phase === 'BOOTING'
        ? boot(ownerId, id, generation, boots)
        : stopSandbox(ownerId, id, generation, { ...common, lastLook: async () => undefined }));
    });
  }

  async #during(
    row: Sandbox,
    seconds: number,
    happens: (store: MemorySandboxStore, clock: SettableClock) => Promise<unknown>,
  ): Promise<Sandbox> {
    const clock = new SettableClock(row.updated_at);
    clock.advance(seconds);
    const store = MemorySandboxStore.with(row);
    const read = () => store.rows.get(keyOf(row.owner_id, row.sandbox_id)) ?? row;
    let last = row;
    store.onWrite = () => {
      this.#note(last, read());
      last = read();
    };
    await happens(store, clock);
    return read();
  }

  #note(before: Sandbox, after: Sandbox): void {
    if (before.phase !== after.phase) this.#findings.changes.add(`${before.phase} ${after.phase}`);
    for (const broken of brokenIn(after)) this.#findings.broken.add(broken);
  }

  #deps(row: Sandbox, conditions: Conditions, sandboxes: MemorySandboxStore, { now }: SettableClock): ReconcileDeps {
    const place = { familyPrefix: 'agents-', subnets: [], securityGroups: [], volumeRoleArn: 'r', deployment: 'd' };
    const task = () => {
      if (!mayHaveTask(row)) return 'absent';
      return conditions.task === 'absent' ? 'absent' : taskOf(row, conditions.task ?? {});
    };
    const startedAt = now().toISOString();
    return {
      nextStep,
      edge: noEdgeEntries,
      sandboxes,
      snapshots: { find: async () => undefined },
      tasks: {
        run: async ({ startedBy }) =>
          launched(conditions, taskOf(row, { lastStatus: 'PROVISIONING', generation: generationOf(startedBy) })),
        stop: async () => undefined,
        describe: async () => task(),
        find: async () => task(),
        describeMany: async () => {
          const found = task();
          return found === 'absent' ? [] : [{ task: found, startedBy: undefined }];
        },
        async *arns() {},
        async *list() {},
        async *stopped() {},
      },
      disks: {
        snapshot: async (id) => snapshotIn(conditions, id, startedAt),
        volumesOf: async () => [],
        save: async () =>
          saved(
            conditions,
            aSnapshot({
              id: `snap-${row.version}`,
              state: 'pending',
              startedAt,
              volumeId: row.volume_id ?? 'vol-gone',
              owner: diskOwner(row),
            }),
          ),
        takenFor: async () => [],
        take: async () => ({ kind: 'unclear', error: new Error('not called') }),
        deleteVolume: async () => (conditions.save === 'busy' ? 'busy' : 'deleted'),
        deleteSnapshot: async () => 'deleted',
        nameSnapshot: async () => undefined,
        noteOrphans: async () => undefined,
        async *volumes() {},
        async *snapshots() {},
      },
      pace: { reserve: async (at) => at, reserveIdle: async () => true },
      agents: { health: async () => conditions.agent ?? { kind: 'unreachable' } },
      keys: this.#keys,
      settings: new LaunchSettings(this.#specs, place),
      boot: async () => undefined,
      prepareStop: async () => undefined,
      alarm: () => undefined,
      now,
      random: () => 0.5,
    };
  }
}

const declared = phaseChanges.map(({ from, to }) => `${from} ${to}`);
let findings: Findings;

quietConsole();

beforeAll(async () => {
  findings = await everyPhaseChange();
}, 600_000);

describe('declared phase changes', () => {
  it('are exactly those that happen', () => {
    expect([...findings.changes].toSorted()).toEqual(declared.toSorted());
  });

  it('are unique, and reach every phase', () => {
    expect(new Set(declared).size).toBe(declared.length);
    expect(new Set(phaseChanges.map(({ to }) => to))).toEqual(new Set(Phase.options));
  });
});

describe('any history of a sandbox', () => {
  it('keeps the record consistent, and every pass ends', () => {
    expect([...findings.broken]).toEqual([]);
  });
});
