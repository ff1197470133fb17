import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { aSandbox } from '../sandbox-data.ts';
import type { Random } from './processes.ts';

/** A task with the public address that AWS gave it. After its end, AWS gives the address to another task. */
export interface FleetTask {
  readonly arn: string;
  readonly sandboxId: string;
  readonly address: string;
  hasKeys: boolean;
}

const ADDRESSES = ['198.51.100.1', '198.51.100.2'];
const SANDBOXES = ['one', 'two', 'three'];

/** The rows of a few sandboxes, and their tasks, which share one or two public addresses. */
export class EdgeFleet {
  readonly ids: readonly string[] = SANDBOXES;
  readonly #random: Random;
  /** With one address, each task has that of the task before it. */
  readonly #addresses: readonly string[];
  readonly #sandboxes = new Map<string, Sandbox>();
  #tasks: FleetTask[] = [];
  #arns = 0;

  constructor(random: Random) {
    this.#random = random;
    this.#addresses = ADDRESSES.slice(random.below(ADDRESSES.length));
    for (const [at, id] of SANDBOXES.entries()) {
      const address_id = `${'abc'[at]}`.repeat(16);
      this.#sandboxes.set(id, { ...aSandbox({ address_id }), sandbox_id: id, phase: 'PAUSED', generation: 0 });
    }
  }

  get tasks(): readonly FleetTask[] {
    return this.#tasks;
  }

  all(): readonly Sandbox[] {
    return [...this.#sandboxes.values()];
  }

  find(id: string): Sandbox {
    const sandbox = this.#sandboxes.get(id);
    if (!sandbox) throw new Error(`there is no sandbox ${id}`);
    return sandbox;
  }

  /** @returns whether the row was still the one that was read */
  save(read: Sandbox, change: Partial<Sandbox>): boolean {
    if (this.find(read.sandbox_id).version !== read.version) return false;
    this.#sandboxes.set(read.sandbox_id, { ...read, ...change, version: read.version + 1 });
    return true;
  }

  taskOf({ task_arn: arn }: Sandbox): FleetTask | undefined {
    return this.#tasks.find((task) => task.arn === arn);
  }

  /** Starts the task of a new generation if AWS has a free address for it. @returns whether it did */
  start(id: string): boolean {
    const read = this.find(id);
    const address = this.#random.take(
      this.#addresses.filter((one) => !this.#tasks.some((task) => task.address === one)),
    );
    if (read.phase !== 'PAUSED' || address === undefined) return false;
    this.#arns += 1;
    const arn = `task-${this.#arns}`;
    this.save(read, { phase: 'BOOTING', generation: read.generation + 1, task_arn: arn, public_address: null });
    this.#tasks.push({ arn, sandboxId: id, address, hasKeys: false });
    return true;
  }

  /** Ends the task of a sandbox. */
  end(id: string): void {
    this.#tasks = this.#tasks.filter(({ sandboxId }) => sandboxId !== id);
  }
}
