import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { absent, all, any, type Change, exists, is, updateOf, when } from '../../../platform/aws/expressions.ts';
import { getItem } from '../../../platform/aws/get-item.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { type Part, transact } from '../../../platform/aws/transact.ts';
import { epochSeconds } from '../../../platform/clock.ts';
import { AppError, VersionConflictError } from '../../../platform/errors.ts';
import type { Tables } from '../../../rights/statement.ts';
import { type KeyRecord, keyRow } from '../keys/key-record.ts';
import {
  CODE_SECONDS,
  DeviceRecord,
  hasExpired,
  hashOfDeviceCode,
  hashOfUserCode,
  isDeviceCode,
  MOST_POLL_SECONDS,
  POLL_SECONDS,
  SLOW_DOWN_SECONDS,
  UserCodeRecord,
} from './codes.ts';
import type { DeviceGrant } from './device-grant.ts';
import type { deviceProgramOf } from './device-program.ts';

/** A poll can arrive this many milliseconds early, as clocks and networks are not exact. */
const POLL_TOLERANCE_MS = 500;

/** The new interval after an early poll. */
export interface TooSoon {
  readonly intervalSeconds: number;
}

/** The decision of a key or a person on a device. */
interface Decision {
  readonly ownerId: string;
  readonly keyId: string;
  /** Whether a person decided, whose id `keyId` is. */
  readonly isPerson: boolean;
  /** Undefined denies it. */
  readonly grant: DeviceGrant | undefined;
}

type CodeTable = Tables<'deviceCodes'>;

/** Device codes in DynamoDB. Rows contain hashes of the codes. */
export class DynamoDeviceCodes<Granted extends CodeTable = CodeTable> extends TableStore<Granted> {
  /** @throws VersionConflictError when one of the codes is taken. */
  async add(
    deviceCode: string,
    userCode: string,
    now: Date,
    program: ReturnType<typeof deviceProgramOf> = { requested_scopes: [] },
  ): Promise<void> {
    const expires_at = epochSeconds(now) + CODE_SECONDS;
    const code_hash = hashOfDeviceCode(deviceCode);
    const interval_ms = POLL_SECONDS * 1000;
    const rows = [
      { code_hash, status: 'pending', ...program, next_poll_at: 0, interval_ms, expires_at } satisfies DeviceRecord,
      { code_hash: hashOfUserCode(userCode), device_code_hash: code_hash, expires_at },
    ];
    const isFree = when(any(absent('code_hash'), is('expires_at', '<=', epochSeconds(now))));
    const lost = () => new VersionConflictError('code', 'of this device');
    const puts = rows.map((Item) => ({ Put: { TableName: this.tables.deviceCodes, Item, ...isFree } }));
    await transact(
      this.documents,
      puts.map((item) => ({ item, lost })),
    );
  }

  /** The device that shows a code and waits. @throws AppError `not_found`; `conflict` after a decision */
  async findPending(userCode: string, now: Date): Promise<DeviceRecord> {
    const pointer = await this.#find(hashOfUserCode(userCode));
    const found = pointer ? await this.#find(UserCodeRecord.parse(pointer).device_code_hash) : undefined;
    const device = found === undefined ? undefined : DeviceRecord.parse(found);
    // The same error for unknown, expired and mistyped codes.
    if (!device || hasExpired(device, now)) {
      throw new AppError('not_found', 'Unknown or expired code. Check the code on the device.');
    }
    if (device.status !== 'pending') throw alreadyUsed();
    return device;
  }

  /** Records a person's decision on a device. @throws AppError `conflict` for a second decision */
  async decide({ code_hash: hash }: DeviceRecord, decision: Decision, now: Date): Promise<void> {
    const { ownerId, keyId, isPerson, grant } = decision;
    const by = { owner_id: ownerId, key_id: keyId, ...(isPerson ? { by_person: true } : {}) };
    const decided = await this.#tryUpdate(hash, {
      set: { status: grant ? 'approved' : 'denied', ...by, granted: grant },
      when: all(is('status', '=', 'pending'), is('expires_at', '>', epochSeconds(now))),
    });
    if (!decided.ok) throw alreadyUsed();
  }

  #find(hash: string): Promise<unknown> {
    return getItem(this.documents, this.tables.deviceCodes, { code_hash: hash });
  }

  /**
   * Records a poll. A poll before the end of the interval increases the interval.
   *
   * @returns the device, or undefined for an unknown code
   */
  async poll(deviceCode: string, now: Date): Promise<DeviceRecord | TooSoon | undefined> {
    if (!isDeviceCode(deviceCode)) return undefined;
    const hash = hashOfDeviceCode(deviceCode);
    const polled = await this.#tryUpdate(hash, {
      sum: {
        next_poll_at: { of: 'interval_ms', orElse: POLL_SECONDS * 1000, plus: now.getTime() - POLL_TOLERANCE_MS },
      },
      when: is('next_poll_at', '<=', now.getTime()),
    });
    if (polled.ok) return DeviceRecord.parse(polled.row);
    return polled.row === undefined ? undefined : this.#slowDown(hash, refusedInterval(polled.row), now);
  }

  /** Writes nothing at the maximum interval. Of several polls at the same time, only one increases the interval. */
  async #slowDown(hash: string, interval: number, now: Date): Promise<TooSoon> {
    const longer = Math.min(interval + SLOW_DOWN_SECONDS * 1000, MOST_POLL_SECONDS * 1000);
    if (longer > interval) {
      await this.#tryUpdate(hash, {
        set: { interval_ms: longer, next_poll_at: now.getTime() + longer - POLL_TOLERANCE_MS },
        when: all(exists('code_hash'), any(absent('interval_ms'), is('interval_ms', '=', interval))),
      });
    }
    return { intervalSeconds: longer / 1000 };
  }

  /** The new row, or the row that failed the condition, in DynamoDB's own JSON. */
  async #tryUpdate(codeHash: string, change: Change): Promise<{ readonly ok: boolean; readonly row: unknown }> {
    const command = new UpdateCommand({
      TableName: this.tables.deviceCodes,
      Key: { code_hash: codeHash },
      ...updateOf(change),
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

/** Device codes that can be exchanged for keys. */
export class DynamoRedeemableCodes extends DynamoDeviceCodes<Tables<'deviceCodes' | 'apiKeys'>> {
  /** Spends an approved code and stores its key, or neither. @throws AppError `invalid_grant` */
  async redeem(deviceCode: string, record: KeyRecord, around: readonly Part[] = []): Promise<void> {
    const items = [
      {
        Update: {
          TableName: this.tables.deviceCodes,
          Key: { code_hash: hashOfDeviceCode(deviceCode) },
          ...updateOf({ set: { status: 'redeemed' }, when: is('status', '=', 'approved') }),
        },
      },
      { Put: { TableName: this.tables.apiKeys, Item: keyRow(record), ...when(absent('key_id')) } },
    ];
    const lost = () => new AppError('invalid_grant', 'The API key for this code was already issued.');
    await transact(this.documents, [...items.map((item) => ({ item, lost })), ...around]);
  }
}

function alreadyUsed(): AppError {
  return new AppError('conflict', 'This code was already used. Start again on the device.');
}

/** The SDK does not convert the row of a failed condition. */
function refusedInterval(row: unknown): number {
  const { interval_ms: interval } = z.object({ interval_ms: z.object({ N: z.coerce.number() }).optional() }).parse(row);
  return interval?.N ?? POLL_SECONDS * 1000;
}
