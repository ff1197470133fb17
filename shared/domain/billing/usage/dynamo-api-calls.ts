import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { updateOf } from '../../../platform/aws/expressions.ts';
import { allRows, queryPages } from '../../../platform/aws/pages.ts';
import { rowReader } from '../../../platform/aws/rows.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Tables } from '../../../rights/statement.ts';

/** How long the counts of an hour are kept, in days: a year, plus the month in which its bill is checked. */
const KEPT_DAYS = 400;

/** The counts of an hour. The row also has one count for each minute. */
const HourRow = z.looseObject({ hour: z.string(), calls: z.int().default(0), legacy_calls: z.int().default(0) });
const readHour = rowReader('calls of an hour', HourRow);

/** A key's calls in one hour. */
export interface HourOfCalls {
  /** In UTC, as `2026-11-21T20`. */
  readonly hour: string;
  readonly calls: number;
  /** Those of them to endpoints of the legacy generation. */
  readonly legacyCalls: number;
}

/** The calls of a minute so far. */
export interface MinuteOfCalls {
  /** Those that count towards the rate limit. */
  readonly calls: number;
  /** When the minute ends and its count resets. */
  readonly endsAt: Date;
}

/** The calls of a minute so far, with conditional ones. */
export interface CountedMinute extends MinuteOfCalls {
  /** All calls with a condition, whether they count towards the rate limit or not. */
  readonly conditional: number;
}

/** A call to count. */
export interface CountedCall {
  readonly isLegacy: boolean;
  /** It counts towards the rate limit later (`charge`), unless it ends in a 304. */
  readonly isConditional?: boolean;
}

/** The total of several hours, and the current minute. */
export interface RecentCalls {
  readonly calls: number;
  readonly legacyCalls: number;
  readonly minute: MinuteOfCalls;
}

/** A part of the key's hash, so that a caller who knows only the key's id cannot use up its limit. */
export function callsKeyOf(hash: string): string {
  return hash.slice(0, 32);
}

/** Counts each key's calls by minute and hour. All functions count in the same row. */
export class DynamoApiCalls extends TableStore<Tables<'apiCalls'>> {
  /** Counts one call. No two calls get the same number within a minute, whichever instance counts them. */
  async count(callsKey: string, call: CountedCall, now: Date): Promise<CountedMinute> {
    const { Attributes } = await this.documents.send(
      new UpdateCommand({
        TableName: this.tables.apiCalls,
        Key: { key_hash: callsKey, hour: hourOf(now) },
        ...updateOf({
          setOnce: { expires_at: Math.floor(now.getTime() / 1000) + KEPT_DAYS * 86_400 },
          add: counted(call, now, 1),
        }),
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    return {
      calls: z.int().parse(Attributes?.[minuteOf(now)]),
      conditional: z.int().default(0).parse(Attributes?.[conditionalOf(now)]),
      endsAt: endOfMinute(now),
    };
  }

  /** Counts a conditional call towards the rate limit of its minute, because it did not end in a 304. */
  async charge(callsKey: string, countedAt: Date): Promise<number> {
    const { Attributes } = await this.documents.send(
      new UpdateCommand({
        TableName: this.tables.apiCalls,
        Key: { key_hash: callsKey, hour: hourOf(countedAt) },
        ...updateOf({ add: { [minuteOf(countedAt)]: 1 } }),
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    return z.int().parse(Attributes?.[minuteOf(countedAt)]);
  }

  /** Undoes the count of a call whose key was refused as expired or not yet valid. */
  async takeBack(callsKey: string, call: CountedCall, countedAt: Date): Promise<void> {
    await this.documents.send(
      new UpdateCommand({
        TableName: this.tables.apiCalls,
        Key: { key_hash: callsKey, hour: hourOf(countedAt) },
        ...updateOf({ add: counted(call, countedAt, -1) }),
      }),
    );
  }

  /** The hours in which a key made calls, oldest first. `from` and `to` can be any time in the first and last hour. */
  async hours(callsKey: string, from: Date, to: Date): Promise<readonly HourOfCalls[]> {
    const rows = await this.#rows(callsKey, from, to, 'calls, legacy_calls, #hour', { '#hour': 'hour' });
    return rows.map(({ hour, calls, legacy_calls: legacyCalls }) => ({ hour, calls, legacyCalls }));
  }

  /** A key's calls since then, and in the minute of `now`. */
  async recent(callsKey: string, since: Date, now: Date): Promise<RecentCalls> {
    const names = { '#minute': minuteOf(now) };
    const hours = await this.#rows(callsKey, since, now, 'calls, legacy_calls, #hour, #minute', names);
    const current = hours.find((row) => row.hour === hourOf(now));
    return {
      calls: hours.reduce((sum, { calls }) => sum + calls, 0),
      legacyCalls: hours.reduce((sum, hour) => sum + hour.legacy_calls, 0),
      minute: { calls: z.int().default(0).parse(current?.[minuteOf(now)]), endsAt: endOfMinute(now) },
    };
  }

  async #rows(
    callsKey: string,
    from: Date,
    to: Date,
    ProjectionExpression: string,
    names: Readonly<Record<string, string>>,
  ): Promise<readonly z.infer<typeof HourRow>[]> {
    if (to < from) return [];
    const pages = queryPages(this.documents, {
      TableName: this.tables.apiCalls,
      KeyConditionExpression: 'key_hash = :key AND #hour BETWEEN :from AND :to',
      ProjectionExpression,
      ExpressionAttributeNames: { '#hour': 'hour', ...names },
      ExpressionAttributeValues: { ':key': callsKey, ':from': hourOf(from), ':to': hourOf(to) },
    });
    return allRows(pages, readHour);
  }
}

/** The increments for a call in its hour's row: 1, or -1 to undo it. */
function counted({ isLegacy, isConditional = false }: CountedCall, at: Date, calls: 1 | -1): Record<string, number> {
  return {
    calls,
    // Adding 0 makes the update return the count.
    [minuteOf(at)]: isConditional ? 0 : calls,
    ...(isConditional ? { [conditionalOf(at)]: calls } : {}),
    ...(isLegacy ? { legacy_calls: calls } : {}),
  };
}

function hourOf(time: Date): string {
  return timestamp(time).slice(0, 13);
}

/** The attribute of a minute's count, as `m07`. */
function minuteOf(time: Date): string {
  return `m${timestamp(time).slice(14, 16)}`;
}

/** The attribute of a minute's conditional calls, as `c07`. */
function conditionalOf(time: Date): string {
  return `c${timestamp(time).slice(14, 16)}`;
}

function endOfMinute(time: Date): Date {
  return new Date((Math.floor(time.getTime() / 60_000) + 1) * 60_000);
}
