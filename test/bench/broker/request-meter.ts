import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

/** What requests to DynamoDB cost, in units of rows of at most one KB, and how many had to be waited for. */
export interface TableUse {
  readonly requests: number;
  readonly reads: number;
  readonly writes: number;
}

const Input = z.looseObject({
  TransactItems: z.array(z.looseObject({})).optional(),
  RequestItems: z.record(z.string(), z.looseObject({ Keys: z.array(z.unknown()).optional() })).optional(),
});

const nothing: TableUse = { requests: 0, reads: 0, writes: 0 };

/** Counts requests as DynamoDB charges them: a transaction twice, a read that is consistent once. */
export class RequestMeter {
  #use = nothing;

  constructor(documents: DynamoDBDocumentClient) {
    const send = documents.send.bind(documents) as (command: object, ...rest: unknown[]) => Promise<unknown>;
    const metered: typeof send = (command, ...rest) => {
      const { requests, reads, writes } = useOf(command);
      const { requests: before, reads: readBefore, writes: writtenBefore } = this.#use;
      this.#use = { requests: before + requests, reads: readBefore + reads, writes: writtenBefore + writes };
      return send(command, ...rest);
    };
    documents.send = metered as typeof documents.send;
  }

  /** The requests since the last call of `take`. */
  get seen(): number {
    return this.#use.requests;
  }

  /** What was used since the last call. */
  take(): TableUse {
    const use = this.#use;
    this.#use = nothing;
    return use;
  }
}

function useOf(command: object): TableUse {
  const { TransactItems: items, RequestItems: tables = {} } = Input.parse('input' in command ? command.input : {});
  const name = command.constructor.name;
  if (items) return { requests: 1, reads: 0, writes: 2 * items.length };
  if (name.startsWith('BatchGet')) {
    const rows = Object.values(tables).reduce((sum, { Keys = [] }) => sum + Keys.length, 0);
    return { requests: 1, reads: rows, writes: 0 };
  }
  const isWrite = /^(?:Put|Update|Delete)/.test(name);
  return { requests: 1, reads: isWrite ? 0 : 1, writes: isWrite ? 1 : 0 };
}
