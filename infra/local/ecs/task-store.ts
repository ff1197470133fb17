import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import { TaskRecord } from './task-record.ts';
import { TokenEntry, TokenLedger } from './token-ledger.ts';

const State = z.object({ format: z.literal(1), tasks: z.array(TaskRecord), tokens: z.array(TokenEntry) });

/** How long a stopped task can still be described. */
const keptStoppedMilliseconds = 3_600_000;

/** Every task of this machine and the tokens that started them, in memory and in one file. */
export class TaskStore {
  readonly tokens = new TokenLedger();
  readonly #file: string;
  readonly #tasks = new Map<string, TaskRecord>();
  #writing: Promise<void> = Promise.resolve();
  #queued: Promise<void> | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** @throws Error naming the file when it cannot be read as a state of this service. */
  async load(): Promise<void> {
    await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
    const text = await readFile(this.#file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (text === undefined) return;
    try {
      const state = State.parse(JSON.parse(text));
      for (const task of state.tasks) this.#tasks.set(task.id, task);
      this.tokens.load(state.tokens);
    } catch (cause) {
      throw new Error(`The record of the running tasks, ${this.#file}, can not be read.`, { cause });
    }
  }

  get all(): readonly TaskRecord[] {
    return [...this.#tasks.values()];
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

  /** Forgets what ECS would no longer show, and returns those tasks. */
  prune(now: number): readonly TaskRecord[] {
    const old = this.all.filter(
      ({ stoppedAt }) => stoppedAt !== undefined && now >= stoppedAt + keptStoppedMilliseconds,
    );
    for (const { id } of old) this.#tasks.delete(id);
    this.tokens.prune(now, (id) => this.find(id));
    return old;
  }

  /** Resolves when everything changed before the call is on disk. Calls made while a write is under way share the next one. */
  save(): Promise<void> {
    this.#queued ??= this.#afterCurrentWrite();
    return this.#queued;
  }

  /** Resolves when nothing waits to be written. A failure is for those to handle whose change it was. */
  async settled(): Promise<void> {
    await (this.#queued ?? this.#writing).catch(() => undefined);
  }

  async #afterCurrentWrite(): Promise<void> {
    // A failed write was reported to those who asked for it; this one tries again with a newer state.
    await this.#writing.catch(() => undefined);
    this.#queued = undefined;
    this.#writing = this.#write();
    return this.#writing;
  }

  /** Replaces the file in one step, so that a crash leaves the old state or the new one. It holds init keys: only its owner may read it. */
  async #write(): Promise<void> {
    const text = JSON.stringify({ format: 1, tasks: this.all, tokens: this.tokens.entries });
    const temporary = `${this.#file}.new`;
    const handle = await open(temporary, 'w', 0o600);
    try {
      await handle.writeFile(text);
      await handle.datasync();
    } finally {
      await handle.close();
    }
    await rename(temporary, this.#file);
  }
}
