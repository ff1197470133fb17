import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  QueryCommand,
  type QueryCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { timestamp } from '../clock.ts';
import { requireEnv } from '../env.ts';

/** How long the counts of an hour are kept, in days: a year, and the month in which its bill is looked at. */
const KEPT_DAYS = 400;

const Row = z.object({ hour: z.string(), calls: z.int().default(0), legacy_calls: z.int().default(0) });

/** What a key called in one hour. */
export interface HourOfCalls {
  /** The hour in UTC, as `2026-11-21T20`. */
  readonly hour: string;
  readonly calls: number;
  /** Those of them that went to endpoints of the legacy generation. */
  readonly legacyCalls: number;
}

/** How many calls a minute holds so far. */
export interface MinuteOfCalls {
  readonly calls: number;
  /** When the minute ends, and counting starts anew. */
  readonly endsAt: Date;
}

/** The calls of some hours together, and of the minute that is. */
export interface RecentCalls {
  readonly calls: number;
  readonly legacyCalls: number;
  readonly minute: MinuteOfCalls;
}

/**
 * Under which name the calls of a key are counted: a part of the hash that is stored for it. Whoever knows the id of a key but not its secret counts elsewhere, and so
 * cannot use up what the key may do.
 */
export function callsKeyOf(hash: string): string {
  return hash.slice(0, 32);
}

/** The calls of each key, counted by the minute and kept by the hour. Every function counts in the same row. */
export class DynamoApiCalls {
  private readonly documents: DynamoDBDocumentClient;
  private readonly table: string;

  constructor(documents: DynamoDBDocumentClient, table = requireEnv('API_CALLS_TABLE')) {
    this.documents = documents;
    this.table = table;
  }

  /** Counts one call. No two calls get the same number of a minute, wherever they arrive. */
  async count(callsKey: string, call: { readonly isLegacy: boolean }, now: Date): Promise<MinuteOfCalls> {
    const { Attributes } = await this.documents.send(
      new UpdateCommand({
        TableName: this.table,
        Key: { key_hash: callsKey, hour: hourOf(now) },
        UpdateExpression: `SET expires_at = if_not_exists(expires_at, :expires_at) ADD calls :one, #minute :one${call.isLegacy ? ', legacy_calls :one' : ''}`,
        ExpressionAttributeNames: { '#minute': minuteOf(now) },
        ExpressionAttributeValues: {
          ':one': 1,
          ':expires_at': Math.floor(now.getTime() / 1000) + KEPT_DAYS * 86_400,
        },
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    return { calls: z.int().parse(Attributes?.[minuteOf(now)]), endsAt: endOfMinute(now) };
  }

  /** Undoes the count of a call that was refused for its key: it no longer works, or not yet. */
  async takeBack(callsKey: string, call: { readonly isLegacy: boolean }, countedAt: Date): Promise<void> {
    await this.documents.send(
      new UpdateCommand({
        TableName: this.table,
        Key: { key_hash: callsKey, hour: hourOf(countedAt) },
        UpdateExpression: `ADD calls :less, #minute :less${call.isLegacy ? ', legacy_calls :less' : ''}`,
        ExpressionAttributeNames: { '#minute': minuteOf(countedAt) },
        ExpressionAttributeValues: { ':less': -1 },
      }),
    );
  }

  /** Removes what was counted for a key that does not exist: guesses must not fill the table. */
  async forget(callsKey: string, countedAt: Date): Promise<void> {
    const Key = { key_hash: callsKey, hour: hourOf(countedAt) };
    await this.documents.send(new DeleteCommand({ TableName: this.table, Key }));
  }

  /** The hours of a key in which it called, oldest first. `from` and `to` are inclusive, and stand for the hours that they are in. */
  async hours(callsKey: string, from: Date, to: Date): Promise<readonly HourOfCalls[]> {
    const rows = await this.rows(callsKey, from, to, 'calls, legacy_calls, #hour', { '#hour': 'hour' });
    return rows.map((row) => {
      const { hour, calls, legacy_calls: legacyCalls } = Row.parse(row);
      return { hour, calls, legacyCalls };
    });
  }

  /** What a key called since then, and in the minute of `now`. */
  async recent(callsKey: string, since: Date, now: Date): Promise<RecentCalls> {
    const names = { '#minute': minuteOf(now) };
    const rows = await this.rows(callsKey, since, now, 'calls, legacy_calls, #hour, #minute', names);
    const hours = rows.map((row) => Row.parse(row));
    const current = rows.find((row) => row.hour === hourOf(now));
    return {
      calls: hours.reduce((sum, { calls }) => sum + calls, 0),
      legacyCalls: hours.reduce((sum, hour) => sum + hour.legacy_calls, 0),
      minute: { calls: z.int().default(0).parse(current?.[minuteOf(now)]), endsAt: endOfMinute(now) },
    };
  }

  private async rows(
    callsKey: string,
    from: Date,
    to: Date,
    ProjectionExpression: string,
    names: Readonly<Record<string, string>>,
  ): Promise<readonly Record<string, unknown>[]> {
    if (to < from) return [];
    const rows: Record<string, unknown>[] = [];
    let ExclusiveStartKey: QueryCommandInput['ExclusiveStartKey'];
    do {
      const { Items = [], LastEvaluatedKey } = await this.documents.send(
        new QueryCommand({
          TableName: this.table,
          KeyConditionExpression: 'key_hash = :key AND #hour BETWEEN :from AND :to',
          ProjectionExpression,
          ExpressionAttributeNames: { '#hour': 'hour', ...names },
          ExpressionAttributeValues: { ':key': callsKey, ':from': hourOf(from), ':to': hourOf(to) },
          ExclusiveStartKey,
        }),
      );
      rows.push(...Items);
      ExclusiveStartKey = LastEvaluatedKey;
    } while (ExclusiveStartKey);
    return rows;
  }
}

/**
 * What a key called, hour by hour, oldest first; hours without a call are left out.
 *
 * @param keyHash the SHA-256 that is stored for the key, in hex
 * @param from the first hour that is wanted, by any time in it, and `to` the last
 */
export async function callsOf(
  keyHash: string,
  from: Date,
  to: Date,
  calls: Pick<DynamoApiCalls, 'hours'>,
): Promise<readonly HourOfCalls[]> {
  return calls.hours(callsKeyOf(keyHash), from, to);
}

function hourOf(time: Date): string {
  return timestamp(time).slice(0, 13);
}

/** The attribute that counts the calls of a minute of its hour, as `m07`. */
function minuteOf(time: Date): string {
  return `m${timestamp(time).slice(14, 16)}`;
}

function endOfMinute(time: Date): Date {
  return new Date((Math.floor(time.getTime() / 60_000) + 1) * 60_000);
}
