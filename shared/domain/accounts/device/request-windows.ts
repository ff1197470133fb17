import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ifConditionHolds } from '../../../platform/aws/conditional-write.ts';
import { absent, any, is, updateOf } from '../../../platform/aws/expressions.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Tables } from '../../../rights/statement.ts';
import { CODE_SECONDS, hashOfWindow } from './codes.ts';

/** The maximum number of requests of one kind from one subject in a time window. Windows follow the clock. */
export interface WindowRule {
  /** Callers read it in `violated-policies`. */
  readonly name: string;
  readonly seconds: number;
  readonly most: number;
}

/** Sign-ins that one address starts. */
export const loginsOfAddress: WindowRule = { name: 'device-logins-of-address', seconds: CODE_SECONDS, most: 30 };

/**
 * Sign-ins of the whole deployment. A code is valid for the length of a window and can outlast its own: up to twice
 * `most` codes are valid at a time, each with a pair of rows.
 */
export const loginsOfStage: WindowRule = { name: 'device-logins', seconds: CODE_SECONDS, most: 500 };

/** Polls of one address that are early or have unknown codes. */
export const strayPolls: WindowRule = { name: 'device-polls-of-address', seconds: 60, most: 60 };

/** User codes that one owner looks up or decides on: too few to guess a valid one. */
const attemptsOfOwner: WindowRule = { name: 'device-codes-tried', seconds: CODE_SECONDS, most: 20 };

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

function windowIsFull({ name }: WindowRule, detail: string, seconds: number, error?: string): AppError {
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

type Counting = Pick<RequestWindows, 'count'>;

/** Counts a sign-in. Those refused for their address do not count for the service. @throws AppError `rate_limited` */
export async function countLogin(address: string, windows: Counting, now: Date): Promise<void> {
  const limitOf = ({ most, seconds }: WindowRule) => `can start ${most} sign-ins in ${seconds / 60} minutes`;
  await count(loginsOfAddress, address, `An IP address ${limitOf(loginsOfAddress)}`, windows, now);
  await count(loginsOfStage, '', `This service ${limitOf(loginsOfStage)}`, windows, now);
}

/** Counts a user code that an owner enters, valid or not. @throws AppError `rate_limited` */
export async function countAttempt(ownerId: string, windows: Counting, now: Date): Promise<void> {
  await count(attemptsOfOwner, ownerId, 'Too many codes were tried with your API keys', windows, now);
}

async function count(rule: WindowRule, subject: string, detail: string, windows: Counting, now: Date): Promise<void> {
  const seconds = await windows.count(rule, subject, now);
  if (seconds !== undefined) throw windowIsFull(rule, detail, seconds);
}

/** Refuses an address with too many stray polls. @throws AppError `rate_limited`, which is `slow_down` for OAuth */
export function refuseStrayPolls(address: string, windows: Pick<RequestWindows, 'remembered'>, now: Date): void {
  const seconds = windows.remembered(strayPolls, address, now);
  if (seconds === undefined) return;
  const detail = 'This IP address polls too often, or with unknown codes';
  throw windowIsFull(strayPolls, detail, seconds, 'slow_down');
}
