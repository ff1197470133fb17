import { createHash } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ifConditionHolds } from '../../../platform/aws/conditional-write.ts';
import { absent, any, is, updateOf } from '../../../platform/aws/expressions.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Tables } from '../../../rights/statement.ts';

/** The maximum number of requests of one kind from one subject in a time window. Windows follow the clock. */
export interface WindowRule {
  /** Callers read it in `violated-policies`. */
  readonly name: string;
  readonly seconds: number;
  readonly most: number;
}

/** The most full windows that an instance remembers. After that it forgets all of them. */
const MOST_REMEMBERED = 10_000;

/**
 * Counts requests in the table of device codes, with one conditional write for each. An instance remembers full
 * windows, so that requests cost no further writes until the window ends.
 */
export class RequestWindows extends TableStore<Tables<'deviceCodes'>> {
  /** The ends of full windows in seconds since 1970, by their hash. */
  readonly #full = new Map<string, number>();

  /** Counts a request. @returns undefined, or the seconds until a full window ends */
  async count(rule: WindowRule, subject: string, now: Date): Promise<number | undefined> {
    const { hash, end } = windowAt(rule, subject, now);
    if (this.#full.has(hash)) return secondsTo(end, now);
    const write = this.documents.send(
      new UpdateCommand({
        TableName: this.tables.deviceCodes,
        Key: { code_hash: hash },
        ...updateOf({
          add: { requests: 1 },
          set: { expires_at: end },
          when: any(absent('requests'), is('requests', '<', rule.most)),
        }),
      }),
    );
    if ((await ifConditionHolds(write)) !== undefined) return undefined;
    this.#remember(hash, end, now);
    return secondsTo(end, now);
  }

  /** The seconds until a full window ends, if this instance remembers it. */
  remembered(rule: WindowRule, subject: string, now: Date): number | undefined {
    const { hash, end } = windowAt(rule, subject, now);
    return this.#full.has(hash) ? secondsTo(end, now) : undefined;
  }

  #remember(hash: string, end: number, now: Date): void {
    if (this.#full.size >= MOST_REMEMBERED) {
      for (const [known, ended] of this.#full) if (ended * 1000 <= now.getTime()) this.#full.delete(known);
    }
    if (this.#full.size >= MOST_REMEMBERED) this.#full.clear();
    this.#full.set(hash, end);
  }
}

/** The error of a full window. @param error as OAuth names it */
export function windowIsFull({ name }: WindowRule, detail: string, seconds: number, error?: string): AppError {
  return new AppError('rate_limited', `${detail}. Try again in ${seconds} seconds.`, {
    extensions: {
      retry_after_seconds: seconds,
      'violated-policies': [name],
      ...(error === undefined ? {} : { error }),
    },
  });
}

function windowAt({ name, seconds }: WindowRule, subject: string, now: Date) {
  const window = Math.floor(now.getTime() / (seconds * 1000));
  return { hash: hashOfWindow(name, subject, window), end: (window + 1) * seconds };
}

function secondsTo(end: number, now: Date): number {
  return Math.max(1, Math.ceil(end - now.getTime() / 1000));
}

/** The key for the count of one subject in one window. */
export function hashOfWindow(rule: string, subject: string, window: number): string {
  return createHash('sha256').update(`window/${rule}/${window}/${subject}`).digest('hex');
}

/** Counts a request. @param detail what is too much, as a sentence without its end @throws AppError `rate_limited` */
export async function countWithin(
  rule: WindowRule,
  subject: string,
  detail: string,
  windows: Pick<RequestWindows, 'count'>,
  now: Date,
): Promise<void> {
  const seconds = await windows.count(rule, subject, now);
  if (seconds !== undefined) throw windowIsFull(rule, detail, seconds);
}
