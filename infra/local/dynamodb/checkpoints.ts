import { readStateFile, writeStateFile } from '../state/state-file.ts';

/** A consumer's place in a shard: behind this record, at its beginning, or past the end of a closed one. */
export type Position = { readonly after: string } | 'beginning' | 'end';

type Stored = Record<string, Record<string, Position>>;

/** The positions of all consumers over a restart, after which only the rest is delivered. */
export class Checkpoints {
  readonly #path: string | undefined;
  readonly #positions: Stored;
  #writing: Promise<void> = Promise.resolve();
  #scheduled = false;

  private constructor(path: string | undefined, positions: Stored) {
    this.#path = path;
    this.#positions = positions;
  }

  /** Without a path the positions live as long as the process. */
  static async open(path?: string): Promise<Checkpoints> {
    const content = path === undefined ? undefined : await readStateFile(path);
    return new Checkpoints(path, content === undefined ? {} : (JSON.parse(content) as Stored));
  }

  get(consumer: string, shardId: string): Position | undefined {
    return this.#positions[consumer]?.[shardId];
  }

  /** Whether the consumer has ever had a position, in whatever shard. */
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

  /** Resolves when all that was set is on disk. */
  flush(): Promise<void> {
    return this.#writing;
  }

  /** One write at a time, and one for all that changed while the last was under way. */
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
