import { setTimeout as delay } from 'node:timers/promises';
import { AwsError } from '../aws/aws-error.ts';
import { BatchDelivery, type DeliveryPort } from './batch-delivery.ts';
import type { Checkpoints, Position } from './checkpoints.ts';
import type { EventSource } from './event-source.ts';
import { type Page, TableStream } from './stream.ts';
import type { DynamoDbWire } from './wire.ts';

interface Options {
  readonly wire: DynamoDbWire;
  readonly checkpoints: Checkpoints;
  readonly region: string;
  readonly port: DeliveryPort;
  /** Milliseconds between looks at a quiet stream: after a record or a nudge, and later. */
  readonly quietMs: { readonly first: number; readonly later: number };
  readonly onError: (consumer: string, error: unknown) => void;
}

/** Runs the event source mappings: each mapped function has its own reader of the stream. */
export class StreamDispatcher {
  readonly #options: Options;
  readonly #readers: { readonly tableName: string; readonly reader: StreamReader }[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  /** Resolves when every consumer has its position, so that later writes reach it. */
  async start(sources: readonly EventSource[]): Promise<void> {
    await Promise.all(sources.map((source) => this.#read(source)));
  }

  /** Reads the streams of these tables at once, because they were written. */
  nudge(tables: readonly string[]): void {
    for (const { tableName, reader } of this.#readers) if (tables.includes(tableName)) reader.nudge();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#readers.map(({ reader }) => reader.stop()));
  }

  async #read(source: EventSource): Promise<void> {
    const { tableName } = source;
    const reader = new StreamReader(await TableStream.of(this.#options.wire, tableName), source, this.#options);
    await reader.start();
    this.#readers.push({ tableName, reader });
  }
}

const LOOK_FOR_SHARDS_EVERY_MS = 30_000;
const AFTER_ERROR_MS = 500;

/** Reads a stream for one consumer: shards in order, children after parents, from the last position. */
class StreamReader {
  readonly #stream: TableStream;
  readonly #source: EventSource;
  readonly #options: Options;
  readonly #delivery: BatchDelivery;
  /** Records to read at once, which may all come again after a crash. */
  readonly #pageSize: number;
  readonly #stopping = new AbortController();
  readonly #iterators = new Map<string, string>();
  #wake: () => void = () => undefined;
  #looksAgain = false;
  #isFirstQuiet = true;
  #shardsKnownUntil = 0;
  #running: Promise<void> | undefined;

  constructor(stream: TableStream, source: EventSource, options: Options) {
    this.#stream = stream;
    this.#source = source;
    this.#options = options;
    this.#delivery = new BatchDelivery(source, options.region, options.port);
    this.#pageSize = source.batchSize * source.parallelizationFactor;
  }

  /** Resolves when the consumer has its position in the stream, so that later writes reach it. */
  async start(): Promise<void> {
    // LATEST skips what the stream held before the consumer was first seen.
    const { id, startingPosition } = this.#source;
    const skip = startingPosition === 'LATEST' && !this.#options.checkpoints.knows(id);
    await this.#findShards();
    if (skip) for (const shardId of this.#iterators.keys()) await this.#skipToEnd(shardId);
    this.#running = this.#run();
  }

  /** Looks for new records at once. */
  nudge(): void {
    this.#looksAgain = true;
    this.#isFirstQuiet = true;
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake();
    await this.#running;
    await this.#options.checkpoints.flush();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        this.#looksAgain = false;
        if (Date.now() > this.#shardsKnownUntil) await this.#findShards();
        await this.#readOpenShards();
        await this.#quiet();
      } catch (error) {
        if (signal.aborted) return;
        this.#recover(error);
        await delay(AFTER_ERROR_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** Iterators expire after 15 minutes, for example while a laptop sleeps. */
  #recover(error: unknown): void {
    this.#iterators.clear();
    this.#shardsKnownUntil = 0;
    if (!(error instanceof AwsError && error.type === 'ExpiredIteratorException')) {
      this.#options.onError(this.#source.id, error);
    }
  }

  async #quiet(): Promise<void> {
    if (this.#looksAgain || this.#stopping.signal.aborted) return;
    const { first, later } = this.#options.quietMs;
    const milliseconds = this.#isFirstQuiet ? first : later;
    this.#isFirstQuiet = false;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => undefined;
  }

  async #readOpenShards(): Promise<void> {
    for (const [shardId, iterator] of [...this.#iterators]) {
      await this.#readShard(shardId, iterator);
      if (this.#stopping.signal.aborted) break;
    }
  }

  async #readShard(shardId: string, iterator: string): Promise<void> {
    const { signal } = this.#stopping;
    const { records, isFull, next } = await this.#readPage(shardId, iterator);
    if (records.length > 0) await this.#delivery.deliver(records, signal);
    // An aborted delivery may not have reached the last record. The next start delivers the page again.
    if (signal.aborted) return;
    if (records.length > 0) this.#isFirstQuiet = true;
    // A page that is not full is the last one, unless its size was limited; the next look finds the rest.
    if (isFull || next === undefined) this.#looksAgain = true;
    const last = records.at(-1)?.dynamodb.SequenceNumber;
    if (last !== undefined) this.#moveTo(shardId, { after: last });
    if (next !== undefined) {
      this.#iterators.set(shardId, next);
    } else {
      this.#moveTo(shardId, 'end');
      this.#iterators.delete(shardId);
      this.#shardsKnownUntil = 0;
    }
  }

  /**
   * After a long sleep, unread records can be gone. DynamoDB Local also reports that for the first record of an empty
   * shard, because it numbers the records of all tables together. In both cases, reading continues at the oldest
   * record.
   */
  async #readPage(shardId: string, iterator: string): Promise<Page> {
    try {
      return await this.#stream.read(iterator, this.#pageSize);
    } catch (error) {
      if (!(error instanceof AwsError && error.type === 'TrimmedDataAccessException')) throw error;
      const oldest = await this.#stream.iterator(shardId);
      return oldest === undefined ? { records: [], isFull: false } : this.#stream.read(oldest, this.#pageSize);
    }
  }

  /** Opens every shard that is not done and whose parent is done or gone. */
  async #findShards(): Promise<void> {
    const shards = await this.#stream.shards();
    const ids = new Set(shards.map((shard) => shard.ShardId));
    for (const { ShardId: id, ParentShardId: parent } of shards) {
      const position = this.#positionIn(id);
      const waits = parent !== undefined && ids.has(parent) && this.#positionIn(parent) !== 'end';
      if (position === 'end' || waits || this.#iterators.has(id)) continue;
      if (position === undefined) this.#moveTo(id, 'beginning');
      const iterator = await this.#stream.iterator(id, typeof position === 'object' ? position.after : undefined);
      if (iterator !== undefined) this.#iterators.set(id, iterator);
    }
    this.#options.checkpoints.keepOnly(this.#source.id, ids);
    this.#shardsKnownUntil = Date.now() + LOOK_FOR_SHARDS_EVERY_MS;
  }

  async #skipToEnd(shardId: string): Promise<void> {
    for (;;) {
      const iterator = this.#iterators.get(shardId);
      if (iterator === undefined) return;
      const { records, next } = await this.#stream.read(iterator);
      const last = records.at(-1)?.dynamodb.SequenceNumber;
      if (last !== undefined) this.#moveTo(shardId, { after: last });
      if (next !== undefined) this.#iterators.set(shardId, next);
      if (records.length === 0 || next === undefined) return;
    }
  }

  #positionIn(shardId: string): Position | undefined {
    return this.#options.checkpoints.get(this.#source.id, shardId);
  }

  #moveTo(shardId: string, position: Position): void {
    this.#options.checkpoints.set(this.#source.id, shardId, position);
  }
}
