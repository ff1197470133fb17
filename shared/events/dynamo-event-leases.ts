import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { isConditionFailure } from '../aws/condition-failure.ts';
import { type Clock, timestamp } from '../clock.ts';
import { logKey } from './event-keys.ts';
import type { EventLeases, LeasePurpose, LogKey } from './event-store.ts';

/** Leases beside the events that they are about, each a row that DynamoDB removes some time after its end. */
export class DynamoEventLeases implements EventLeases {
  private readonly documents: DynamoDBDocumentClient;
  private readonly table: string;
  private readonly now: Clock;

  constructor(documents: DynamoDBDocumentClient, table: string, now: Clock) {
    this.documents = documents;
    this.table = table;
    this.now = now;
  }

  acquire(log: LogKey, purpose: LeasePurpose, holder: string, until: Date): Promise<boolean> {
    return this.update(log, purpose, {
      UpdateExpression: 'SET holder = :holder, lease_until = :until, purge_at = :purge',
      ConditionExpression: 'attribute_not_exists(lease_until) OR lease_until <= :now OR holder = :holder',
      ExpressionAttributeValues: {
        ':holder': holder,
        ':until': timestamp(until),
        ':now': timestamp(this.now()),
        ':purge': Math.ceil(until.getTime() / 1000),
      },
    });
  }

  async release(log: LogKey, purpose: LeasePurpose, holder: string): Promise<void> {
    await this.update(log, purpose, {
      UpdateExpression: 'SET lease_until = :now',
      ConditionExpression: 'holder = :holder',
      ExpressionAttributeValues: { ':holder': holder, ':now': timestamp(this.now()) },
    });
  }

  private async update(log: LogKey, purpose: LeasePurpose, expressions: Expressions): Promise<boolean> {
    const Key = { conversation_key: logKey(log), event_id: `#lease:${purpose}` };
    try {
      await this.documents.send(new UpdateCommand({ TableName: this.table, Key, ...expressions }));
      return true;
    } catch (error) {
      if (isConditionFailure(error)) return false;
      throw error;
    }
  }
}

interface Expressions {
  readonly UpdateExpression: string;
  readonly ConditionExpression: string;
  readonly ExpressionAttributeValues: Record<string, unknown>;
}
