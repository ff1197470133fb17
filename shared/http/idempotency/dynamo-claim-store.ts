import { type DynamoDBDocumentClient, PutCommand, type PutCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { orLostRace } from '../../platform/aws/conditional-write.ts';
import { absent, all, any, is, when } from '../../platform/aws/expressions.ts';
import { getItem } from '../../platform/aws/get-item.ts';
import { TableStore } from '../../platform/aws/table-store.ts';
import type { Part } from '../../platform/aws/transact.ts';
import { type Clock, epochSeconds } from '../../platform/clock.ts';
import { Sealed, type Vault } from '../../platform/vault.ts';
import type { Tables } from '../../rights/statement.ts';
import { ClaimLostError, ClaimRecord, type ClaimStore } from './claim.ts';

/** A row with a sealed response. */
const SealedRow = ClaimRecord.extend({
  answer: z.object({ status_code: z.int(), sealed: Sealed }).nullable(),
});

export class DynamoClaimStore extends TableStore<Tables<'idempotency'>> implements ClaimStore {
  async find(ownerId: string, requestKey: string): Promise<ClaimRecord | undefined> {
    const key = { owner_id: ownerId, request_key: requestKey };
    const item = await getItem(this.documents, this.tables.idempotency, key);
    return item && this.recordOf(item);
  }

  async part(record: ClaimRecord, written: () => void): Promise<Part> {
    return { item: { Put: await this.#addition(record) }, lost: () => lost(record), written };
  }

  async add(record: ClaimRecord): Promise<void> {
    await this.#put(record, await this.#addition(record));
  }

  async replace(before: ClaimRecord, next: ClaimRecord): Promise<void> {
    await this.#put(next, {
      TableName: this.tables.idempotency,
      Item: await this.rowOf(next),
      ...when(
        all(
          is('token', '=', before.token),
          is('lease_until', '=', before.lease_until),
          is('expires_at', '=', before.expires_at),
        ),
      ),
    });
  }

  async #put(record: ClaimRecord, input: PutCommandInput): Promise<void> {
    await orLostRace(this.documents.send(new PutCommand(input)), () => lost(record));
  }

  async #addition(record: ClaimRecord): Promise<PutCommandInput> {
    return {
      TableName: this.tables.idempotency,
      Item: await this.rowOf(record),
      ...when(any(absent('owner_id'), is('expires_at', '<=', epochSeconds(this.now())))),
    };
  }

  protected async rowOf(record: ClaimRecord): Promise<Record<string, unknown>> {
    return record;
  }

  protected async recordOf(item: Record<string, unknown>): Promise<ClaimRecord> {
    return ClaimRecord.parse(item);
  }
}

/** Claims of endpoints whose responses contain secrets. Seals the bodies. */
export class DynamoSealedClaimStore extends DynamoClaimStore {
  readonly #vault: Vault;

  constructor(documents: DynamoDBDocumentClient, tables: Tables<'idempotency'>, now: Clock, vault: Vault) {
    super(documents, tables, now);
    this.#vault = vault;
  }

  protected override async rowOf(record: ClaimRecord): Promise<Record<string, unknown>> {
    const { owner_id: ownerId, answer } = record;
    if (!answer) return record;
    const { status_code, body } = answer;
    const row: z.infer<typeof SealedRow> = {
      ...record,
      answer: { status_code, sealed: await this.#vault.seal(ownerId, purposeOf(record), body) },
    };
    return row;
  }

  protected override async recordOf(item: Record<string, unknown>): Promise<ClaimRecord> {
    const row = SealedRow.parse(item);
    if (!row.answer) return { ...row, answer: null };
    const body = await this.#vault.open(row.owner_id, purposeOf(row), row.answer.sealed);
    return { ...row, answer: { status_code: row.answer.status_code, body } };
  }
}

function purposeOf({ request_key: key }: Pick<ClaimRecord, 'request_key'>): string {
  return `idempotency/${key}`;
}

function lost({ request_key: key }: ClaimRecord): ClaimLostError {
  return new ClaimLostError(`another request was faster with the key of ${key}`);
}
