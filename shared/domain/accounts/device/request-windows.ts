import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ifConditionHolds } from '../../../platform/aws/conditional-write.ts';
import { absent, any, is, updateOf } from '../../../platform/aws/expressions.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Table, Tables } from '../../../rights/statement.ts';
import { hashOfWindow } from './codes.ts';

/** How many requests of one kind a subject may make in a window of time. Windows begin with the clock. */
export interface WindowRule {
  /** Also what callers read in `violated-policies`. */
  readonly name: string;
  readonly seconds: number;
  readonly most: number;
}

/** How many full windows an instance remembers. Beyond that it forgets them, and asks the table once more for each. */
const MOST_REMEMBERED = 10_000;

/**
 * Counts requests in the table of device codes, by one conditional write each. Once a window is full, an instance
 * refuses from its memory: the window costs no further request until it ends.
 */
export class RequestWindows {
  readonly #documents: DynamoDBDocumentClient;
  readonly #table: Table<'deviceCodes'>;
  /** When the full windows end, in seconds since 1970, by their hash. */
  readonly #full = new Map<string, number>();

  constructor(documents: DynamoDBDocumentClient, { deviceCodes }: Tables<'deviceCodes'>) {
    this.#documents = documents;
    this.#table = deviceCodes;
  }

  /** Counts a request. @returns undefined, or for how many seconds the window stays full */
  async count(rule: WindowRule, subject: string, now: Date): Promise<number | undefined> {
    const { hash, end } = windowAt(rule, subject, now);
    if (this.#full.has(hash)) return secondsTo(end, now);
    const write = this.#documents.send(
      new UpdateCommand({
        TableName: this.#table,
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

  /** For how many seconds a window stays full, as far as this instance remembers. It asks no table. */
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

/** The refusal of a request for which a window has no room. @param detail what may be done how often */
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
