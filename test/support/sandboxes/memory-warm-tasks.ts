import type { Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import type { SandboxSpec } from '../../../shared/domain/sandboxes/specs/sandbox-specs.ts';
import {
  isClaimable,
  PoolChangedError,
  type PoolLook,
  type WarmPool,
  type WarmTasks,
} from '../../../shared/domain/sandboxes/warm/warm-tasks.ts';
import { type Clock, systemClock } from '../../../shared/platform/clock.ts';
import type { MemorySandboxStore } from './memory-sandbox-store.ts';

/** The warm pool over the rows of sandboxes in memory. */
export class MemoryWarmTasks implements WarmTasks, WarmPool {
  readonly #sandboxes: MemorySandboxStore;
  readonly #now: Clock;
  #turn = 0;

  constructor(sandboxes: MemorySandboxStore, now: Clock = systemClock) {
    this.#sandboxes = sandboxes;
    this.#now = now;
  }

  async ready(spec: SandboxSpec): Promise<readonly Sandbox[]> {
    return this.#rows().filter((row) => isClaimable(row, spec, this.#now()));
  }

  async look(): Promise<PoolLook> {
    return { rows: this.#rows(), turn: this.#turn };
  }

  async add(rows: readonly Sandbox[], turn: number): Promise<void> {
    if (turn !== this.#turn) throw new PoolChangedError('another keeper added to the warm pool');
    this.#turn += 1;
    this.#sandboxes.apply(rows.map((next) => ({ previous: null, next })));
  }

  #rows(): Sandbox[] {
    return [...this.#sandboxes.rows.values()].filter(({ warm, phase }) => warm !== null && phase !== 'DELETED');
  }
}

/** The pool of a deployment without one. */
export const noWarmTasks: WarmTasks = { ready: async () => [] };
