import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

/** The reads of one call, as reported by DynamoDB. */
export interface Reads {
  readonly calls: number;
  /** Read capacity units. */
  readonly units: number;
  /** Rows read, including those that a filter removed. */
  readonly rows: number;
}

const Capacity = z.object({ CapacityUnits: z.number() });
const Answer = z.looseObject({
  ConsumedCapacity: z.union([Capacity, z.array(Capacity)]).optional(),
  ScannedCount: z.int().optional(),
});

type Send = (command: { readonly input: object }, ...rest: readonly unknown[]) => Promise<unknown>;

/** Sums up the reads of the functions in this process, which DynamoDB reports on request. */
export class ReadMeter {
  #calls = 0;
  #units = 0;
  #rows = 0;

  /** Wraps `send`, because the client accepts no middleware after its creation. */
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

  /** The reads since the last call. */
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
