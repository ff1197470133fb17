import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { absent, all, any, type Change, is, updateOf, when } from '../../platform/aws/expressions.ts';
import { type Part, transact } from '../../platform/aws/transact.ts';
import { AppError, VersionConflictError } from '../../platform/errors/errors.ts';
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
  readonly #documents: DynamoDBDocumentClient;
  readonly #tables: Tables;

  constructor(documents: DynamoDBDocumentClient, tables: Tables) {
    this.#documents = documents;
    this.#tables = tables;
  }

  /** @throws VersionConflictError when one of the codes is taken. */
  async add(deviceCode: string, userCode: string, now: Date): Promise<void> {
    const expires_at = secondsOf(now) + CODE_SECONDS;
    const code_hash = hashOfDeviceCode(deviceCode);
    const rows = [
      { code_hash, status: 'pending', next_poll_at: 0, expires_at } satisfies DeviceRecord,
      { code_hash: hashOfUserCode(userCode), device_code_hash: code_hash, expires_at },
    ];
    const isFree = when(any(absent('code_hash'), is('expires_at', '<=', secondsOf(now))));
    const lost = () => new VersionConflictError('code', 'of this device');
    const puts = rows.map((Item) => ({ Put: { TableName: this.#tables.deviceCodes, Item, ...isFree } }));
    await transact(
      this.#documents,
      puts.map((item) => ({ item, lost })),
    );
  }

  /** Counts an attempt to name a code. @throws AppError `rate_limited` after too many. */
  async countAttempt(ownerId: string, now: Date): Promise<void> {
    // A request that loses the race for the first attempt counts as a further one.
    const isCounted =
      (await this.#countFurther(ownerId, now)) ||
      (await this.#countFirst(ownerId, now)) ||
      (await this.#countFurther(ownerId, now));
    if (isCounted) return;
    throw new AppError('rate_limited', 'too many codes were tried with the keys of this owner; wait a while', {
      extensions: { retry_after_seconds: CODE_SECONDS },
    });
  }

  async #countFurther(ownerId: string, now: Date): Promise<boolean> {
    const { ok } = await this.#tryUpdate(hashOfAttempts(ownerId), {
      add: { attempts: 1 },
      when: all(is('expires_at', '>', secondsOf(now)), is('attempts', '<', MAX_ATTEMPTS)),
    });
    return ok;
  }

  async #countFirst(ownerId: string, now: Date): Promise<boolean> {
    const seconds = secondsOf(now);
    const { ok } = await this.#tryUpdate(hashOfAttempts(ownerId), {
      set: { attempts: 1, expires_at: seconds + CODE_SECONDS },
      when: any(absent('code_hash'), is('expires_at', '<=', seconds)),
    });
    return ok;
  }

  /** Records a user's decision on a device. @throws AppError `not_found`, `conflict` when it is decided already */
  async decide(
    decision: { readonly ownerId: string; readonly keyId: string; readonly status: 'approved' | 'denied' },
    userCode: string,
    now: Date,
  ): Promise<void> {
    const { Item } = await this.#documents.send(
      new GetCommand({
        TableName: this.#tables.deviceCodes,
        Key: { code_hash: hashOfUserCode(userCode) },
        ConsistentRead: true,
      }),
    );
    const found = Item && UserCodeRecord.parse(Item);
    // Unknown, expired and mistyped are one answer.
    if (!found || hasExpired(found, now)) {
      throw new AppError('not_found', 'no device shows this code, or it has expired; look at the device again');
    }
    const decided = await this.#tryUpdate(found.device_code_hash, {
      set: { status: decision.status, owner_id: decision.ownerId, key_id: decision.keyId },
      when: all(is('status', '=', 'pending'), is('expires_at', '>', secondsOf(now))),
    });
    if (!decided.ok) throw new AppError('conflict', 'this code was used already; start again on the device');
  }

  /** The device as it stands now; undefined for an unknown code, `too soon` before the interval has passed. */
  async poll(deviceCode: string, now: Date): Promise<DeviceRecord | 'too soon' | undefined> {
    const polled = await this.#tryUpdate(hashOfDeviceCode(deviceCode), {
      set: { next_poll_at: now.getTime() + POLL_SECONDS * 1000 - POLL_TOLERANCE_MS },
      when: is('next_poll_at', '<=', now.getTime()),
    });
    if (polled.ok) return DeviceRecord.parse(polled.row);
    return polled.row === undefined ? undefined : 'too soon';
  }

  /** Spends an approved code and stores its key, or neither. @throws AppError `invalid_grant` */
  async redeem(deviceCode: string, record: KeyRecord, around: readonly Part[] = []): Promise<void> {
    const items = [
      {
        Update: {
          TableName: this.#tables.deviceCodes,
          Key: { code_hash: hashOfDeviceCode(deviceCode) },
          ...updateOf({ set: { status: 'redeemed' }, when: is('status', '=', 'approved') }),
        },
      },
      { Put: { TableName: this.#tables.apiKeys, Item: keyRow(record), ...when(absent('key_id')) } },
    ];
    const lost = () => oauthError('invalid_grant', 'the key for this code was handed out already');
    await transact(this.#documents, [...items.map((item) => ({ item, lost })), ...around]);
  }

  /** The row afterwards, or the row that did not meet the condition. */
  async #tryUpdate(codeHash: string, change: Change): Promise<{ readonly ok: boolean; readonly row: unknown }> {
    const command = new UpdateCommand({
      TableName: this.#tables.deviceCodes,
      Key: { code_hash: codeHash },
      ...updateOf(change),
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    try {
      return { ok: true, row: (await this.#documents.send(command)).Attributes };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return { ok: false, row: error.Item };
    }
  }
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
