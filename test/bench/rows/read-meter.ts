import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

/** What one call read, by DynamoDB's own count. */
export interface Reads {
  readonly calls: number;
  /** Capacity units of reads. */
  readonly units: number;
  /** Rows that were looked at, also those that a filter left out. */
  readonly rows: number;
}

const Capacity = z.object({ CapacityUnits: z.number() });
const Answer = z.looseObject({
  ConsumedCapacity: z.union([Capacity, z.array(Capacity)]).optional(),
  ScannedCount: z.int().optional(),
});

type Send = (command: { readonly input: object }, ...rest: readonly unknown[]) => Promise<unknown>;

/** Adds up what the functions of this process read: each asks DynamoDB to say it. */
export class ReadMeter {
  #calls = 0;
  #units = 0;
  #rows = 0;

  /** Around `send`: the client of functions puts its middleware together when it is made, and takes none later. */
  constructor(documents: DynamoDBDocumentClient) {
    const send = documents.send.bind(documents) as Send;
    const metered: Send = async (command, ...rest) => {
      Object.assign(command.input, { ReturnConsumedCapacity: 'TOTAL' });
      const output = await send(command, ...rest);
      this.#add(output);
      return output;
    };
    documents.send = metered as typeof documents.send;
  }

  /** What was read since the last time. */
  take(): Reads {
    const reads = { calls: this.#calls, units: this.#units, rows: this.#rows };
    this.#calls = 0;
    this.#units = 0;
    this.#rows = 0;
    return reads;
  }

  #add(output: unknown): void {
    const { ConsumedCapacity: consumed = [], ScannedCount: rows = 0 } = Answer.parse(output);
    this.#calls += 1;
    this.#units += [consumed].flat().reduce((sum, { CapacityUnits: units }) => sum + units, 0);
    this.#rows += rows;
  }
}
