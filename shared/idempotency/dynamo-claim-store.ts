import { type DynamoDBDocumentClient, GetCommand, PutCommand, type PutCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { isConditionFailure } from '../aws/condition-failure.ts';
import type { Part } from '../aws/transact.ts';
import type { Clock } from '../clock.ts';
import { Sealed, type Vault } from '../vault/vault.ts';
import { ClaimRecord } from './claim-record.ts';
import { ClaimLostError, type ClaimStore } from './claim-store.ts';

/** An answer with a secret in it is sealed. */
const SealedRow = ClaimRecord.extend({
  answer: z.object({ status_code: z.int(), sealed: Sealed }).nullable(),
});

export class DynamoClaimStore implements ClaimStore {
  private readonly documents: DynamoDBDocumentClient;
  private readonly table: string;
  private readonly now: Clock;
  private readonly vault: Vault | undefined;

  /** @param vault seals the bodies of answers, where they hold secrets */
  constructor(documents: DynamoDBDocumentClient, table: string, now: Clock, vault?: Vault) {
    this.documents = documents;
    this.table = table;
    this.now = now;
    this.vault = vault;
  }

  async find(ownerId: string, requestKey: string): Promise<ClaimRecord | undefined> {
    const Key = { owner_id: ownerId, request_key: requestKey };
    const { Item } = await this.documents.send(new GetCommand({ TableName: this.table, Key, ConsistentRead: true }));
    return Item && this.opened(Item);
  }

  async part(record: ClaimRecord, written: () => void): Promise<Part> {
    return { item: { Put: await this.addition(record) }, lost: () => lost(record), written };
  }

  async add(record: ClaimRecord): Promise<void> {
    await this.put(record, await this.addition(record));
  }

  async replace(before: ClaimRecord, next: ClaimRecord): Promise<void> {
    await this.put(next, {
      TableName: this.table,
      Item: await this.sealed(next),
      ConditionExpression: '#token = :token AND lease_until = :lease AND expires_at = :expires',
      ExpressionAttributeNames: { '#token': 'token' },
      ExpressionAttributeValues: {
        ':token': before.token,
        ':lease': before.lease_until,
        ':expires': before.expires_at,
      },
    });
  }

  private async put(record: ClaimRecord, input: PutCommandInput): Promise<void> {
    try {
      await this.documents.send(new PutCommand(input));
    } catch (error) {
      throw isConditionFailure(error) ? lost(record) : error;
    }
  }

  private async addition(record: ClaimRecord) {
    return {
      TableName: this.table,
      Item: await this.sealed(record),
      ConditionExpression: 'attribute_not_exists(owner_id) OR expires_at <= :now',
      ExpressionAttributeValues: { ':now': Math.floor(this.now().getTime() / 1000) },
    };
  }

  private async sealed(record: ClaimRecord): Promise<Record<string, unknown>> {
    const { owner_id: ownerId, answer } = record;
    if (!this.vault || !answer) return record;
    const { status_code, body } = answer;
    const row: z.infer<typeof SealedRow> = {
      ...record,
      answer: { status_code, sealed: await this.vault.seal(ownerId, purposeOf(record), body) },
    };
    return row;
  }

  private async opened(item: Record<string, unknown>): Promise<ClaimRecord> {
    if (!this.vault) return ClaimRecord.parse(item);
    const row = SealedRow.parse(item);
    if (!row.answer) return { ...row, answer: null };
    const body = await this.vault.open(row.owner_id, purposeOf(row), row.answer.sealed);
    return { ...row, answer: { status_code: row.answer.status_code, body } };
  }
}

function purposeOf({ request_key: key }: Pick<ClaimRecord, 'request_key'>): string {
  return `idempotency/${key}`;
}

function lost({ request_key: key }: ClaimRecord): ClaimLostError {
  return new ClaimLostError(`another request was faster with the key of ${key}`);
}
