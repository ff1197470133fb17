import { AwsError } from '../aws/aws-error.ts';
import type { DynamoDbWire } from './wire.ts';

/** A stream record as Lambda passes it to a function, except for the stream's ARN and Region. */
export interface StreamRecord {
  readonly eventID: string;
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  readonly dynamodb: {
    readonly ApproximateCreationDateTime: number;
    readonly Keys: Readonly<Record<string, Readonly<Record<string, string>>>>;
    readonly SequenceNumber: string;
    readonly NewImage?: unknown;
    readonly OldImage?: unknown;
  };
}

export interface Shard {
  readonly ShardId: string;
  readonly ParentShardId?: string;
}

export interface Page {
  readonly records: readonly StreamRecord[];
  /** Whether the page has as many records as allowed, so that there may be more. */
  readonly isFull: boolean;
  /** Absent when the shard is closed and fully read. */
  readonly next?: string;
}

const PAGE_SIZE = 1000;

/** A table's stream in DynamoDB Local. */
export class TableStream {
  readonly #wire: DynamoDbWire;
  readonly #arn: string;

  constructor(wire: DynamoDbWire, arn: string) {
    this.#wire = wire;
    this.#arn = arn;
  }

  /** @throws Error when the table has no stream. */
  static async of(wire: DynamoDbWire, table: string): Promise<TableStream> {
    const { Table } = await wire.call('dynamodb', 'DescribeTable', { TableName: table });
    const { LatestStreamArn } = Table as { LatestStreamArn?: string };
    if (LatestStreamArn === undefined) throw new Error(`table ${table} has no stream`);
    return new TableStream(wire, LatestStreamArn);
  }

  async shards(): Promise<readonly Shard[]> {
    const shards: Shard[] = [];
    let last: string | undefined;
    do {
      const { StreamDescription } = await this.#wire.call('streams', 'DescribeStream', {
        StreamArn: this.#arn,
        ...(last !== undefined && { ExclusiveStartShardId: last }),
      });
      const page = StreamDescription as { Shards?: readonly Shard[]; LastEvaluatedShardId?: string };
      shards.push(...(page.Shards ?? []));
      last = page.LastEvaluatedShardId;
    } while (last !== undefined);
    return shards;
  }

  /** An iterator after the record `after`, or at the oldest record when that one is gone or not given. */
  async iterator(shardId: string, after?: string): Promise<string | undefined> {
    const position = after
      ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after }
      : { ShardIteratorType: 'TRIM_HORIZON' };
    try {
      const input = { StreamArn: this.#arn, ShardId: shardId, ...position };
      const { ShardIterator } = await this.#wire.call('streams', 'GetShardIterator', input);
      return ShardIterator as string | undefined;
    } catch (error) {
      if (after && isGone(error)) return this.iterator(shardId);
      throw error;
    }
  }

  async read(iterator: string, limit = PAGE_SIZE): Promise<Page> {
    const Limit = Math.min(limit, PAGE_SIZE);
    const input = { ShardIterator: iterator, Limit };
    const { Records, NextShardIterator } = await this.#wire.call('streams', 'GetRecords', input);
    const records = ((Records ?? []) as readonly StreamRecord[]).map(withSeconds);
    return {
      records,
      isFull: records.length >= Limit,
      ...(typeof NextShardIterator === 'string' && { next: NextShardIterator }),
    };
  }
}

/** DynamoDB Local rounds a record's time down to the minute, and DynamoDB to the second: the one of this read. */
function withSeconds({ dynamodb, ...record }: StreamRecord): StreamRecord {
  const latest = dynamodb.ApproximateCreationDateTime + 59;
  return { ...record, dynamodb: { ...dynamodb, ApproximateCreationDateTime: Math.min(latest, nowInSeconds()) } };
}

function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** Whether the position is older than what the stream still holds. */
function isGone(error: unknown): boolean {
  return error instanceof AwsError && ['TrimmedDataAccessException', 'ValidationException'].includes(error.type);
}
