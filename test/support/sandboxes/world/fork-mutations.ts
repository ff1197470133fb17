import type { StartBounds } from '../../../../shared/domain/billing/budgets/start-rules.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { SandboxChange } from '../../../../shared/domain/sandboxes/store/sandbox-store.ts';
import { overriding } from '../../platform/overriding.ts';
import { MemorySandboxStore } from '../memory-sandbox-store.ts';
import type { Mutation } from './mutations.ts';

/** Gives all copies of a workspace one address. */
class SharingStore extends MemorySandboxStore {
  override apply(changes: readonly SandboxChange[], bounds?: StartBounds): void {
    const shared = ({ previous, next }: SandboxChange): Sandbox =>
      previous === null && next.base_snapshot ? { ...next, address_id: next.base_snapshot.snapshot_id } : next;
    super.apply(
      changes.map((change) => ({ ...change, next: shared(change) })),
      bounds,
    );
  }
}

/** Records one volume as that of all copies of a workspace. */
class OneVolumeStore extends MemorySandboxStore {
  readonly #volumes = new Map<string, string>();

  override apply(changes: readonly SandboxChange[], bounds?: StartBounds): void {
    const shared = ({ next }: SandboxChange): Sandbox => {
      const { volume_id: id, base_snapshot: base } = next;
      if (id === null || base === null) return next;
      const first = this.#volumes.get(base.snapshot_id) ?? id;
      this.#volumes.set(base.snapshot_id, first);
      return { ...next, volume_id: first };
    };
    super.apply(
      changes.map((change) => ({ ...change, next: shared(change) })),
      bounds,
    );
  }
}

/** One for each invariant of forks and restores, and one for each way to begin from too little. */
export const forkMutations: readonly Mutation[] = [
  {
    name: 'forks of one snapshot share an address',
    breaks: 'forks-apart',
    mutations: { sandboxes: (now) => new SharingStore(now) },
  },
  {
    name: 'forks of one snapshot share a volume',
    breaks: 'forks-apart',
    mutations: { sandboxes: (now) => new OneVolumeStore(now) },
  },
  {
    name: 'a repeated fork request makes more sandboxes',
    breaks: 'forks-apart',
    mutations: { forks: { isForgetful: true } },
  },
  {
    name: 'a start does not wait until its snapshot is READY',
    breaks: 'begins-whole',
    mutations: {
      reconcile: (deps) => ({
        ...deps,
        nextStep: (sandbox, seen, now) => {
          const step = deps.nextStep(sandbox, seen, now);
          return step.kind === 'look-at-base' ? { kind: 'run-task' } : step;
        },
      }),
    },
  },
  {
    name: 'a start from a snapshot begins with an empty disk',
    breaks: 'begins-whole',
    mutations: {
      reconcile: (deps) => ({
        ...deps,
        settings: overriding(deps.settings, {
          launchOf: (sandbox: Sandbox, now: Date) => deps.settings.launchOf({ ...sandbox, base_snapshot: null }, now),
        }),
      }),
    },
  },
];
