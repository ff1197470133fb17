import { setTimeout as delay } from 'node:timers/promises';
import type { EventSource } from './event-source.ts';
import type { StreamRecord } from './stream.ts';

/** The result of an invocation. */
export type Invocation =
  | { readonly ok: true; readonly payload: unknown }
  | { readonly ok: false; readonly reason: string; readonly isThrottled?: boolean };

export interface DeliveryPort {
  invoke(functionName: string, payload: unknown): Promise<Invocation>;
  /** Called for records that are given up. */
  onDropped(source: EventSource, records: readonly StreamRecord[], reason: string): void;
}

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 10_000;

/** Throttling pauses like two failures. */
const THROTTLED_PAUSE = 2;

/** Delivers stream records like Lambda's event source mappings: filtered, in batches, in order and with retries. */
export class BatchDelivery {
  readonly #source: EventSource;
  readonly #region: string;
  readonly #port: DeliveryPort;

  constructor(source: EventSource, region: string, port: DeliveryPort) {
    this.#source = source;
    this.#region = region;
    this.#port = port;
  }

  /** Resolves when every record is delivered or given up, or when the signal aborts. */
  async deliver(records: readonly StreamRecord[], signal: AbortSignal): Promise<void> {
    const accepted = records.filter((record) => this.#source.accepts(record));
    await Promise.all(this.#lanes(accepted).map((lane) => this.#deliverLane(lane, signal)));
  }

  /** Splits the records among parallel batches. Records of one item share a lane and stay in order. */
  #lanes(records: readonly StreamRecord[]): readonly (readonly StreamRecord[])[] {
    const lanes: StreamRecord[][] = Array.from({ length: this.#source.parallelizationFactor }, () => []);
    for (const record of records) lanes[hash(JSON.stringify(record.dynamodb.Keys)) % lanes.length]?.push(record);
    return lanes;
  }

  async #deliverLane(lane: readonly StreamRecord[], signal: AbortSignal): Promise<void> {
    const { batchSize } = this.#source;
    for (let start = 0; start < lane.length && !signal.aborted; start += batchSize) {
      await this.#deliverBatch(lane.slice(start, start + batchSize), 0, signal);
    }
  }

  async #deliverBatch(batch: readonly StreamRecord[], retries: number, signal: AbortSignal): Promise<void> {
    let pending = this.#withoutAged(batch);
    for (let attempt = retries; pending.length > 0 && !signal.aborted; attempt += 1) {
      const outcome = await this.#invoke(pending);
      if (outcome.isThrottled) {
        // Lambda did not run, so this does not count as an attempt. The records wait until they are too old.
        await pause(THROTTLED_PAUSE, signal);
        pending = this.#withoutAged(pending);
        attempt -= 1;
        continue;
      }
      if (outcome.failed.length === 0 || signal.aborted) return;
      // The records before the first failure are done. Attempts are counted for the rest.
      if (outcome.failed.length < pending.length) attempt = 0;
      pending = outcome.failed;
      if (attempt >= this.#source.maximumRetryAttempts) {
        this.#port.onDropped(this.#source, pending, outcome.reason);
        return;
      }
      await pause(attempt, signal);
      if (outcome.errored && this.#source.bisectBatchOnFunctionError && pending.length > 1) {
        return this.#deliverHalves(pending, attempt + 1, signal);
      }
      pending = this.#withoutAged(pending);
    }
  }

  async #deliverHalves(batch: readonly StreamRecord[], retries: number, signal: AbortSignal): Promise<void> {
    const middle = Math.ceil(batch.length / 2);
    await this.#deliverBatch(batch.slice(0, middle), retries, signal);
    if (!signal.aborted) await this.#deliverBatch(batch.slice(middle), retries, signal);
  }

  async #invoke(
    batch: readonly StreamRecord[],
  ): Promise<{ failed: readonly StreamRecord[]; reason: string; errored: boolean; isThrottled?: boolean }> {
    const payload = { Records: batch.map((record) => this.#asEvent(record)) };
    const result = await this.#port.invoke(this.#source.functionName, payload);
    if (!result.ok) {
      const { reason, isThrottled = false } = result;
      return { failed: batch, reason, errored: true, isThrottled };
    }
    const failed = this.#source.reportBatchItemFailures ? fromFirstFailure(batch, result.payload) : [];
    return { failed, reason: 'the function reported it as failed', errored: false };
  }

  #asEvent(record: StreamRecord): Record<string, unknown> {
    return { ...record, awsRegion: this.#region, eventSourceARN: this.#source.eventSourceArn };
  }

  #withoutAged(records: readonly StreamRecord[]): readonly StreamRecord[] {
    const oldest = Date.now() / 1000 - this.#source.maximumRecordAgeSeconds;
    const aged = records.filter((record) => record.dynamodb.ApproximateCreationDateTime < oldest);
    if (aged.length === 0) return records;
    this.#port.onDropped(this.#source, aged, `it is older than ${this.#source.maximumRecordAgeSeconds} s`);
    return records.filter((record) => !aged.includes(record));
  }
}

/** Lambda continues at the lowest reported sequence number. An unknown one fails the whole batch. */
function fromFirstFailure(batch: readonly StreamRecord[], payload: unknown): readonly StreamRecord[] {
  const failures = (payload as { batchItemFailures?: unknown } | null)?.batchItemFailures;
  if (!Array.isArray(failures) || failures.length === 0) return [];
  const positions = failures.map((failure: { itemIdentifier?: unknown } | null) =>
    batch.findIndex((record) => record.dynamodb.SequenceNumber === failure?.itemIdentifier),
  );
  return positions.includes(-1) ? batch : batch.slice(Math.min(...positions));
}

async function pause(attempt: number, signal: AbortSignal): Promise<void> {
  const milliseconds = Math.min(FIRST_RETRY_MS * 2 ** attempt, LONGEST_RETRY_MS);
  // An abort ends the pause early; the caller checks the signal.
  await delay(milliseconds, undefined, { signal }).catch(() => undefined);
}

function hash(text: string): number {
  let value = 0;
  for (let index = 0; index < text.length; index += 1) value = (Math.imul(value, 31) + text.charCodeAt(index)) >>> 0;
  return value;
}
