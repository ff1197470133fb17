import type { ReconcileDeps } from '../../../../shared/domain/sandboxes/reconcile/perform.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { Observation, Step } from '../../../../shared/domain/sandboxes/record/step.ts';
import type { SnapshotDeps } from '../../../../shared/domain/sandboxes/snapshots/perform-snapshot-step.ts';
import type { Clock } from '../../../../shared/platform/clock.ts';
import { overriding } from '../../platform/overriding.ts';
import type { MemorySandboxStore } from '../memory-sandbox-store.ts';
import { edgeMutations } from './edge-mutations.ts';
import type { EdgeOfWorldFaults } from './edge-of-world.ts';
import { forkMutations } from './fork-mutations.ts';
import type { ForkFaults } from './forks-of-world.ts';
import type { Invariant } from './invariants.ts';
import { ForgetfulStore, GenerousStore, MutatedStore, StaleSizeStore, UnconditionalStore } from './mutated-stores.ts';
import { snapshotMutations } from './snapshot-mutations.ts';

/** Deliberate faults. Some invariant must detect each of these mutations. */
export interface Mutations {
  readonly reconcile?: (deps: ReconcileDeps) => ReconcileDeps;
  readonly sandboxes?: (now: Clock) => MemorySandboxStore;
  readonly edge?: EdgeOfWorldFaults;
  readonly snapshots?: (deps: SnapshotDeps) => SnapshotDeps;
  readonly forks?: ForkFaults;
}

export interface Mutation {
  readonly name: string;
  readonly breaks: Invariant;
  readonly mutations: Mutations;
}

/** Decides as the service does, with the mutation's change to the observation or decision. */
function deciding(
  change: (
    decide: () => Step,
    sandbox: Sandbox,
    seen: Observation,
    now: Date,
    nextStep: ReconcileDeps['nextStep'],
  ) => Step,
): Mutations {
  return {
    reconcile: (deps) => ({
      ...deps,
      nextStep: (sandbox, seen, now) =>
        change(() => deps.nextStep(sandbox, seen, now), sandbox, seen, now, deps.nextStep),
    }),
  };
}

let tokens = 0;

/** At least one for each invariant. The tests must detect every mutation. */
export const mutations: readonly Mutation[] = [
  {
    name: 'each RunTask call has a new client token',
    breaks: 'one-task',
    mutations: {
      reconcile: (deps) => ({
        ...deps,
        nextStep: (sandbox, seen, now) => deps.nextStep({ ...sandbox, launch_lease_until: null }, seen, now),
        tasks: Object.assign(Object.create(deps.tasks), {
          run: (request: Parameters<typeof deps.tasks.run>[0]) => {
            tokens += 1;
            return deps.tasks.run({ ...request, clientToken: `${request.clientToken}-${tokens}` });
          },
        }),
      }),
    },
  },
  {
    name: 'a snapshot in progress counts as complete',
    breaks: 'saved-first',
    mutations: deciding((decide, sandbox, { snapshot }) => {
      const isPending = sandbox.phase === 'SAVING' && snapshot?.id === sandbox.saving_snapshot_id;
      return isPending && snapshot && snapshot.found !== 'absent'
        ? { kind: 'saved', snapshot: snapshot.found }
        : decide();
    }),
  },
  {
    name: 'a lease never ends',
    breaks: 'starts-end',
    mutations: deciding((decide, sandbox) =>
      sandbox.phase === 'BOOTING' && sandbox.desired === 'RUNNING' && sandbox.boot_lease_until !== null
        ? { kind: 'none' }
        : decide(),
    ),
  },
  {
    name: 'a task is stopped without a word to its agent',
    breaks: 'heard',
    mutations: deciding((decide, { task_arn: taskArn }) => {
      const step = decide();
      return step.kind === 'prepare-stop' && taskArn !== null ? { kind: 'send-stop', taskArn } : step;
    }),
  },
  {
    name: 'the count keeps stopped sandboxes, and the sweep does not repair it',
    breaks: 'counted',
    mutations: { sandboxes: (now) => new ForgetfulStore(now) },
  },
  {
    name: 'the count of vCPUs takes a resumed sandbox for its earlier size, and the sweep does not repair it',
    breaks: 'counted',
    mutations: { sandboxes: (now) => new StaleSizeStore(now) },
  },
  {
    name: 'an event of an old generation counts as one of this generation',
    breaks: 'fenced',
    mutations: deciding((_, sandbox, seen, now, nextStep) => {
      const { task } = seen;
      if (!task || task === 'absent') return nextStep(sandbox, seen, now);
      const forged = { ...task, generation: sandbox.generation, version: task.version + 1000 };
      return nextStep({ ...sandbox, task_arn: null }, { ...seen, task: forged }, now);
    }),
  },
  {
    name: 'a new generation does not wait for the end of the old task',
    breaks: 'no-overlap',
    mutations: deciding((decide, sandbox) =>
      sandbox.phase === 'STOPPING' && sandbox.desired === 'RUNNING' ? { kind: 'begin-generation' } : decide(),
    ),
  },
  {
    name: 'the sweep ignores tasks and disks',
    breaks: 'no-orphans',
    mutations: {
      reconcile: (deps) => ({
        ...deps,
        tasks: Object.assign(Object.create(deps.tasks), { list: nothing }),
        disks: Object.assign(Object.create(deps.disks), { volumes: nothing, snapshots: nothing }),
      }),
    },
  },
  {
    name: 'an address whose key has ended stays',
    breaks: 'starts-end',
    mutations: {
      sandboxes: (now) =>
        new MutatedStore(now, (next, previous) =>
          next.phase === 'RUNNING' && previous?.phase === 'RUNNING'
            ? { ...next, exposed_urls: previous.exposed_urls, agent_url: previous.agent_url }
            : next,
        ),
    },
  },
  {
    name: 'a workspace is not saved when its task ends',
    breaks: 'saved-first',
    mutations: {
      sandboxes: (now) =>
        new MutatedStore(now, (next) =>
          next.phase === 'SAVING' ? { ...next, phase: next.stop_into, volume_id: null } : next,
        ),
    },
  },
  {
    name: 'a resume drops the snapshot',
    breaks: 'nothing-lost',
    mutations: {
      reconcile: (deps) => ({
        ...deps,
        settings: overriding(deps.settings, {
          launchOf: (sandbox: Sandbox, now: Date) =>
            deps.settings.launchOf({ ...sandbox, snapshot_id: null, base_snapshot: null }, now),
        }),
      }),
    },
  },
  {
    name: 'a sandbox counts as lost with its snapshot, although its newer disk is unsaved',
    breaks: 'nothing-lost',
    mutations: deciding((decide, sandbox, seen, now, nextStep) => {
      const isUnsaved = sandbox.phase === 'ERROR' && sandbox.desired === 'PAUSED' && sandbox.volume_id !== null;
      return isUnsaved ? nextStep({ ...sandbox, volume_id: null }, seen, now) : decide();
    }),
  },
  {
    name: 'the deletion of a saved volume deletes its snapshot too',
    breaks: 'nothing-lost',
    mutations: {
      reconcile: (deps) => ({
        ...deps,
        disks: Object.assign(Object.create(deps.disks), {
          deleteVolume: async (volumeId: string) => {
            for await (const page of deps.disks.snapshots())
              for (const { id, volumeId: from } of page) if (from === volumeId) await deps.disks.deleteSnapshot(id);
            return deps.disks.deleteVolume(volumeId);
          },
        }),
      }),
    },
  },
  {
    name: 'writes have no condition',
    breaks: 'fenced',
    mutations: { sandboxes: (now) => new UnconditionalStore(now) },
  },
  {
    name: 'a claim of a warm task has no condition',
    breaks: 'claimed-once',
    mutations: { sandboxes: (now) => new GenerousStore(now) },
  },
  {
    name: 'a warm task that is given up stays',
    breaks: 'pool-size',
    mutations: {
      sandboxes: (now) =>
        new MutatedStore(now, (next) => (next.warm?.claimed_by === null ? { ...next, desired: 'RUNNING' } : next)),
    },
  },
  {
    name: 'the next try after an unknown result has another capacity',
    breaks: 'identical',
    mutations: {
      sandboxes: (now) =>
        new MutatedStore(now, (next, previous) => {
          const isAgain = next.launch && previous?.launch && next.launch_retries > previous.launch_retries;
          return isAgain && next.launch ? { ...next, launch: { ...next.launch, capacity: 'on_demand' } } : next;
        }),
    },
  },
  {
    name: 'a start asks for Spot whatever has failed',
    breaks: 'spot-bounded',
    mutations: {
      reconcile: (deps) => ({
        ...deps,
        settings: overriding(deps.settings, {
          launchOf: (sandbox: Sandbox, now: Date) => deps.settings.launchOf({ ...sandbox, spot_failures: 0 }, now),
        }),
      }),
    },
  },
  {
    name: 'the failures of Spot are not counted',
    breaks: 'falls-back',
    mutations: {
      sandboxes: (now) => new MutatedStore(now, (next) => ({ ...next, spot_failures: 0 })),
    },
  },
  ...edgeMutations,
  ...snapshotMutations,
  ...forkMutations,
];

async function* nothing(): AsyncIterable<never> {
  // Nothing is listed.
}
