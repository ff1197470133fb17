import * as z from 'zod';
import { WholeFile } from '../state/state-file.ts';
import { freePublicAddress } from './public-address.ts';
import { TaskRecord } from './task-record.ts';
import { TokenEntry, TokenLedger } from './token-ledger.ts';

const State = z.object({ format: z.literal(1), tasks: z.array(TaskRecord), tokens: z.array(TokenEntry) });

/** How long a stopped task can still be described. */
const keptStoppedMilliseconds = 3_600_000;

/** All tasks of this machine and the tokens that started them, in memory and in one file. */
export class TaskStore {
  readonly tokens = new TokenLedger();
  readonly #file: WholeFile;
  readonly #tasks = new Map<string, TaskRecord>();

  constructor(path: string) {
    this.#file = new WholeFile(path, () => JSON.stringify({ format: 1, tasks: this.all, tokens: this.tokens.entries }));
  }

  /** @throws Error naming a file that cannot be read */
  async load(): Promise<void> {
    const text = await this.#file.read();
    if (text === undefined) return;
    try {
      const state = State.parse(JSON.parse(text));
      for (const task of state.tasks) this.#tasks.set(task.id, task);
      this.tokens.load(state.tokens);
    } catch (cause) {
      throw new Error(`The record of the running tasks, ${this.#file.path}, cannot be read.`, { cause });
    }
  }

  get all(): readonly TaskRecord[] {
    return [...this.#tasks.values()];
  }

  /** A public address that no living task has. */
  get freePublicAddress(): string {
    const living = this.all.filter(({ networkInterface }) => networkInterface.status !== 'DELETED');
    return freePublicAddress(new Set(living.flatMap(({ networkInterface }) => networkInterface.publicAddress ?? [])));
  }

  /** The running task with a public address. */
  runningAt(address: string): TaskRecord | undefined {
    return this.all.find(
      ({ networkInterface, lastStatus }) => networkInterface.publicAddress === address && lastStatus === 'RUNNING',
    );
  }

  find(id: string): TaskRecord | undefined {
    return this.#tasks.get(id);
  }

  add(task: TaskRecord): void {
    this.#tasks.set(task.id, task);
  }

  remove(id: string): void {
    this.#tasks.delete(id);
  }

  /** Forgets the tasks that ECS would no longer show, and returns them. */
  prune(now: number): readonly TaskRecord[] {
    const old = this.all.filter(
      ({ stoppedAt }) => stoppedAt !== undefined && now >= stoppedAt + keptStoppedMilliseconds,
    );
    for (const { id } of old) this.#tasks.delete(id);
    this.tokens.prune(now, (id) => this.find(id));
    return old;
  }

  /** Resolves when everything changed before the call is on disk. */
  save(): Promise<void> {
    return this.#file.save();
  }

  /** Resolves when no write is pending. */
  settled(): Promise<void> {
    return this.#file.settled();
  }
}
