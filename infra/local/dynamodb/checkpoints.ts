import { readStateFile, writeStateFile } from '../state/state-file.ts';

/** A consumer's position in a shard: after a record, at the beginning, or at the end of a closed shard. */
export type Position = { readonly after: string } | 'beginning' | 'end';

type Stored = Record<string, Record<string, Position>>;

/** Keeps the positions of all consumers across restarts, so that delivery resumes where it stopped. */
export class Checkpoints {
  readonly #path: string | undefined;
  readonly #positions: Stored;
  #writing: Promise<void> = Promise.resolve();
  #scheduled = false;

  private constructor(path: string | undefined, positions: Stored) {
    this.#path = path;
    this.#positions = positions;
  }

  /** Without a path, the positions are kept in memory only. */
  static async open(path?: string): Promise<Checkpoints> {
    const content = path === undefined ? undefined : await readStateFile(path);
    return new Checkpoints(path, content === undefined ? {} : (JSON.parse(content) as Stored));
  }

  get(consumer: string, shardId: string): Position | undefined {
    return this.#positions[consumer]?.[shardId];
  }

  /** Whether the consumer has ever had a position in any shard. */
  knows(consumer: string): boolean {
    return this.#positions[consumer] !== undefined;
  }

  set(consumer: string, shardId: string, position: Position): void {
    this.#positions[consumer] = { ...this.#positions[consumer], [shardId]: position };
    this.#schedule();
  }

  /** Forgets shards that the stream no longer has. */
  keepOnly(consumer: string, shardIds: ReadonlySet<string>): void {
    const entries = Object.entries(this.#positions[consumer] ?? {});
    const kept = entries.filter(([shardId]) => shardIds.has(shardId));
    if (kept.length === entries.length) return;
    this.#positions[consumer] = Object.fromEntries(kept);
    this.#schedule();
  }

  /** Resolves when all positions are on disk. */
  flush(): Promise<void> {
    return this.#writing;
  }

  /** Runs one write at a time. All changes during a write share the next one. */
  #schedule(): void {
    const path = this.#path;
    if (path === undefined || this.#scheduled) return;
    this.#scheduled = true;
    this.#writing = this.#writing.then(() => {
      this.#scheduled = false;
      return writeStateFile(path, JSON.stringify(this.#positions));
    });
  }
}
