import { BatchDelivery, type DeliveryPort } from './batch-delivery.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { EventSource } from './event-source.ts';
import { TableStream } from './stream.ts';
import { type StreamConsumer, StreamReader } from './stream-reader.ts';
import type { DynamoDbWire } from './wire.ts';

interface Options {
  readonly wire: DynamoDbWire;
  readonly checkpoints: Checkpoints;
  readonly region: string;
  readonly port: DeliveryPort;
  /** As of `StreamReader`. */
  readonly quietMs: { readonly first: number; readonly later: number };
  readonly onError: (consumer: string, error: unknown) => void;
}

interface TableConsumer extends StreamConsumer {
  readonly tableName: string;
}

/** Runs the event source mappings: every stream is read for every function that is mapped to it. */
export class StreamDispatcher {
  readonly #options: Options;
  readonly #readers: { readonly tableName: string; readonly reader: StreamReader }[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  /** Resolves when every consumer has its place: whatever is written from then on reaches it. */
  async start(sources: readonly EventSource[]): Promise<void> {
    await Promise.all(sources.map((source) => this.#read(this.#mapped(source))));
  }

  /** These tables were written: their streams are read at once instead of at the next turn. */
  nudge(tables: readonly string[]): void {
    for (const { tableName, reader } of this.#readers) if (tables.includes(tableName)) reader.nudge();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#readers.map(({ reader }) => reader.stop()));
  }

  async #read(consumer: TableConsumer): Promise<void> {
    const { wire, checkpoints, quietMs, onError } = this.#options;
    const stream = await TableStream.of(wire, consumer.tableName);
    const reader = new StreamReader(stream, checkpoints, consumer, {
      quietMs,
      onError: (error) => onError(consumer.name, error),
    });
    await reader.start();
    this.#readers.push({ tableName: consumer.tableName, reader });
  }

  #mapped(source: EventSource): TableConsumer {
    const delivery = new BatchDelivery(source, this.#options.region, this.#options.port);
    return {
      name: source.id,
      tableName: source.tableName,
      startingPosition: source.startingPosition,
      pageSize: source.batchSize * source.parallelizationFactor,
      deliver: (records, signal) => delivery.deliver(records, signal),
    };
  }
}
