import type { StartBounds } from '../../../../shared/domain/billing/budgets/start-rules.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { type CountRepair, countedIn } from '../../../../shared/domain/sandboxes/store/counts.ts';
import type { SandboxChange } from '../../../../shared/domain/sandboxes/store/sandbox-store.ts';
import { keyOf } from '../../platform/memory-page.ts';
import { increase } from '../count-maps.ts';
import { MemorySandboxStore } from '../memory-sandbox-store.ts';

/** Writes as the service does, with the mutation's change. */
export class MutatedStore extends MemorySandboxStore {
  readonly #change: (next: Sandbox, previous: Sandbox | null) => Sandbox;

  constructor(now: () => Date, change: (next: Sandbox, previous: Sandbox | null) => Sandbox) {
    super(now);
    this.#change = change;
  }

  override apply(changes: readonly SandboxChange[], bounds?: StartBounds): void {
    super.apply(
      changes.map((change) => ({ ...change, next: this.#change(change.next, change.previous) })),
      bounds,
    );
  }
}

/** Omits the condition on the version, so the last writer wins. */
export class UnconditionalStore extends MemorySandboxStore {
  override check(changes: readonly SandboxChange[], bounds?: StartBounds): void {
    const rebased = changes.map((change) => {
      const { previous, next } = change;
      const row = this.rows.get(keyOf(next.owner_id, next.sandbox_id));
      return { ...change, previous: previous && row ? row : previous };
    });
    super.check(rebased, bounds);
  }
}

/** Omits the condition on a claimed warm task, so several starts get it. */
export class GenerousStore extends MemorySandboxStore {
  override check(changes: readonly SandboxChange[], bounds?: StartBounds): void {
    super.check(
      changes.map(({ previous, next }) => ({ previous, next })),
      bounds,
    );
  }
}

/** Omits the decrement of the count, and its repair. */
export class ForgetfulStore extends MemorySandboxStore {
  override apply(changes: readonly SandboxChange[], bounds?: StartBounds): void {
    const before = new Map(this.active);
    super.apply(changes, bounds);
    for (const [ownerId, count] of before) if ((this.active.get(ownerId) ?? 0) < count) this.active.set(ownerId, count);
  }

  override async repairCounts(): Promise<CountRepair> {
    return countedIn([]);
  }
}

/** Counts a resumed sandbox with its earlier size, and repairs nothing. */
export class StaleSizeStore extends MemorySandboxStore {
  override apply(changes: readonly SandboxChange[], bounds?: StartBounds): void {
    super.apply(changes, bounds);
    for (const { previous, next } of changes)
      if (previous) increase(this.cpuUnits, next.owner_id, previous.size.cpu_units - next.size.cpu_units);
  }

  override async repairCounts(): Promise<CountRepair> {
    return countedIn([]);
  }
}
