import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Part, transact, transactParts } from '../aws/transact.ts';
import { AppError, VersionConflictError } from '../errors.ts';
import { type KeyRecord, keyRow } from '../keys/key-record.ts';
import { CODE_SECONDS, hashOfAttempts, hashOfDeviceCode, hashOfUserCode, POLL_SECONDS } from './codes.ts';
import { DeviceRecord, hasExpired, UserCodeRecord } from './device-record.ts';
import { oauthError } from './oauth-error.ts';

/** How many codes one owner may try in the time that a code lives: too few to find one by chance. */
const MAX_ATTEMPTS = 10;

/** Clocks and networks are not exact: a poll may come this many milliseconds early. */
const POLL_TOLERANCE_MS = 500;

interface Tables {
  readonly deviceCodes: string;
  /** Only handing out a key writes there. */
  readonly apiKeys?: string;
}

/** Device codes in DynamoDB. No code is in a row, only its hash. */
export class DynamoDeviceCodes {
  private readonly documents: DynamoDBDocumentClient;
  private readonly tables: Tables;

  constructor(documents: DynamoDBDocumentClient, tables: Tables) {
    this.documents = documents;
    this.tables = tables;
  }

  /** @throws VersionConflictError when one of the codes is taken. */
  async add(deviceCode: string, userCode: string, now: Date): Promise<void> {
    const expires_at = secondsOf(now) + CODE_SECONDS;
    const code_hash = hashOfDeviceCode(deviceCode);
    const rows = [
      { code_hash, status: 'pending', next_poll_at: 0, expires_at } satisfies DeviceRecord,
      { code_hash: hashOfUserCode(userCode), device_code_hash: code_hash, expires_at },
    ];
    const items = rows.map((Item) => ({
      Put: {
        TableName: this.tables.deviceCodes,
        Item,
        ConditionExpression: 'attribute_not_exists(code_hash) OR expires_at <= :now',
        ExpressionAttributeValues: { ':now': secondsOf(now) },
      },
    }));
    await transact(this.documents, items, () => {
      throw new VersionConflictError('code', 'of this device');
    });
  }

  /** Counts an attempt to name a code. @throws AppError `rate_limited` after too many. */
  async countAttempt(ownerId: string, now: Date): Promise<void> {
    // Whoever loses the race for the first attempt counts as one of the others.
    const isCounted =
      (await this.countFurther(ownerId, now)) ||
      (await this.countFirst(ownerId, now)) ||
      (await this.countFurther(ownerId, now));
    if (isCounted) return;
    throw new AppError('rate_limited', 'too many codes were tried with the keys of this owner; wait a while', {
      extensions: { retry_after_seconds: CODE_SECONDS },
    });
  }

  private async countFurther(ownerId: string, now: Date): Promise<boolean> {
    const { ok } = await this.tryUpdate({
      Key: { code_hash: hashOfAttempts(ownerId) },
      UpdateExpression: 'SET attempts = attempts + :one',
      ConditionExpression: 'expires_at > :now AND attempts < :most',
      ExpressionAttributeValues: { ':one': 1, ':now': secondsOf(now), ':most': MAX_ATTEMPTS },
    });
    return ok;
  }

  private async countFirst(ownerId: string, now: Date): Promise<boolean> {
    const seconds = secondsOf(now);
    const { ok } = await this.tryUpdate({
      Key: { code_hash: hashOfAttempts(ownerId) },
      UpdateExpression: 'SET attempts = :one, expires_at = :end',
      ConditionExpression: 'attribute_not_exists(code_hash) OR expires_at <= :now',
      ExpressionAttributeValues: { ':one': 1, ':now': seconds, ':end': seconds + CODE_SECONDS },
    });
    return ok;
  }

  /** Notes what a person decided about the device that shows this code. @throws AppError `not_found`, or `conflict` when it is decided already. */
  async decide(
    decision: { readonly ownerId: string; readonly keyId: string; readonly status: 'approved' | 'denied' },
    userCode: string,
    now: Date,
  ): Promise<void> {
    const { Item } = await this.documents.send(
      new GetCommand({
        TableName: this.tables.deviceCodes,
        Key: { code_hash: hashOfUserCode(userCode) },
        ConsistentRead: true,
      }),
    );
    const found = Item && UserCodeRecord.parse(Item);
    // Unknown, expired and mistyped are one answer.
    if (!found || hasExpired(found, now)) {
      throw new AppError('not_found', 'no device shows this code, or it has expired; look at the device again');
    }
    const decided = await this.tryUpdate({
      Key: { code_hash: found.device_code_hash },
      UpdateExpression: 'SET #status = :status, owner_id = :owner, key_id = :key',
      ConditionExpression: '#status = :pending AND expires_at > :now',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':status': decision.status,
        ':owner': decision.ownerId,
        ':key': decision.keyId,
        ':pending': 'pending',
        ':now': secondsOf(now),
      },
    });
    if (!decided.ok) throw new AppError('conflict', 'this code was used already; start again on the device');
  }

  /** The device as it stands now; the next poll has to wait. @returns undefined for a code that does not exist, `too soon` for an impatient one. */
  async poll(deviceCode: string, now: Date): Promise<DeviceRecord | 'too soon' | undefined> {
    const polled = await this.tryUpdate({
      Key: { code_hash: hashOfDeviceCode(deviceCode) },
      UpdateExpression: 'SET next_poll_at = :next',
      ConditionExpression: 'next_poll_at <= :now',
      ExpressionAttributeValues: {
        ':next': now.getTime() + POLL_SECONDS * 1000 - POLL_TOLERANCE_MS,
        ':now': now.getTime(),
      },
    });
    if (polled.ok) return DeviceRecord.parse(polled.row);
    return polled.row === undefined ? undefined : 'too soon';
  }

  /** Spends an approved code and stores the key, or neither: no key is handed out twice. @throws AppError `invalid_grant` when another poll was faster. */
  async redeem(deviceCode: string, record: KeyRecord, around: readonly Part[] = []): Promise<void> {
    const items = [
      {
        Update: {
          TableName: this.tables.deviceCodes,
          Key: { code_hash: hashOfDeviceCode(deviceCode) },
          UpdateExpression: 'SET #status = :redeemed',
          ConditionExpression: '#status = :approved',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: { ':redeemed': 'redeemed', ':approved': 'approved' },
        },
      },
      {
        Put: {
          TableName: this.tables.apiKeys,
          Item: keyRow(record),
          ConditionExpression: 'attribute_not_exists(key_id)',
        },
      },
    ];
    const lost = () => oauthError('invalid_grant', 'the key for this code was handed out already');
    await transactParts(this.documents, [...items.map((item) => ({ item, lost })), ...around]);
  }

  /** The row afterwards, or the row that did not meet the condition. */
  private async tryUpdate(update: Omit<ConstructorParameters<typeof UpdateCommand>[0], 'TableName'>): Promise<{
    readonly ok: boolean;
    readonly row: unknown;
  }> {
    const command = new UpdateCommand({
      ...update,
      TableName: this.tables.deviceCodes,
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    try {
      return { ok: true, row: (await this.documents.send(command)).Attributes };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return { ok: false, row: error.Item };
    }
  }
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
