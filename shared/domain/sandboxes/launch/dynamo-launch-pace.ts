import type { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { ifConditionHolds } from '../../../platform/aws/conditional-write.ts';
import { absent, all, any, type Change, type Condition, is, updateOf } from '../../../platform/aws/expressions.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import type { Tables } from '../../../rights/statement.ts';
import { limits } from '../record/limits.ts';
import type { LaunchPace } from './tasks.ts';

/** All calls of RunTask share one pace, as AWS counts them together. */
const KEY = { pace_id: 'run-task' };

/** How far ahead queued starts, and new starts, can reserve a call, in milliseconds. */
const HORIZON = limits.turnsAhead * 1000;
const NEAR = limits.turnsAtOnce * 1000;

/** How long a claim to offer turns lasts if its worker dies, in milliseconds. */
const CLAIM = (limits.offering + limits.gather) * 1000;

const Pace = z.object({ next_at: z.number() });

/** Numbers as DynamoDB returns them with a failed condition. */
const Milliseconds = z.object({ N: z.string().transform(Number) });
const Found = z.object({ next_at: Milliseconds.optional(), queue_until: Milliseconds.optional() });

/** Spaces RunTask calls with one row that holds the time of the next call. Callers only ever move it forward. */
export class DynamoLaunchPace extends TableStore<Tables<'launchPaces'>> implements LaunchPace {
  readonly ahead: number;
  /** Milliseconds between two calls, rounded up to the microsecond, so that no second exceeds the pace. */
  readonly #interval: number;
  /** Until when, as far as this process knows, nothing is free. It does not ask before then. */
  #fullUntil = 0;
  /** Until when, as far as this process knows, another worker offers turns. */
  #offeredUntil = 0;

  constructor(documents: DynamoDBDocumentClient, tables: Tables<'launchPaces'>, perSecond: number) {
    super(documents, tables);
    this.#interval = Math.ceil(1_000_000 / perSecond) / 1000;
    this.ahead = Math.ceil(HORIZON / this.#interval);
  }

  /** At most two tries fail: once `next_at` lies ahead of `now` it stays there, and the next try queues up. */
  async reserve(now: Date, isQueued = false): Promise<Date | undefined> {
    const at = now.getTime();
    if (!isQueued && at < this.#fullUntil) return undefined;
    const isFree = isQueued ? [] : [any(absent('queue_until'), is('queue_until', '<=', at))];
    const horizon = isQueued ? HORIZON : NEAR;
    const tries = [() => this.#queueUp(at, horizon, isFree), () => this.#goAtOnce(at, isFree)];
    for (const attempt of [...tries, ...tries]) {
      const taken = await attempt();
      if (typeof taken === 'number') return new Date(Math.ceil(taken));
      const fullUntil = fullUntilOf(taken, horizon, isQueued);
      if (fullUntil <= at) continue;
      if (!isQueued) this.#fullUntil = fullUntil;
      return undefined;
    }
    return undefined;
  }

  async reserveIdle(now: Date): Promise<boolean> {
    const at = now.getTime();
    const taken = await this.#goAtOnce(at, [any(absent('queue_until'), is('queue_until', '<=', at))]);
    return typeof taken === 'number';
  }

  async keepForQueue(until: Date): Promise<void> {
    await this.#update({ set: { queue_until: until.getTime() } });
  }

  async claimOffer(now: Date): Promise<boolean> {
    const at = now.getTime();
    if (at < this.#offeredUntil) return false;
    this.#offeredUntil = at + limits.gather * 1000;
    const claim = { offer_until: at + CLAIM, queue_until: at + HORIZON };
    const written = await this.#update({ set: claim, when: any(absent('offer_until'), is('offer_until', '<=', at)) });
    return written !== undefined;
  }

  async endOffer(): Promise<void> {
    await this.#update({ remove: ['offer_until'] });
  }

  /** Reserves the call after the last reserved one, within the horizon. */
  #queueUp(now: number, horizon: number, isFree: readonly Condition[]) {
    return this.#take(
      {
        add: { next_at: this.#interval },
        when: all(is('next_at', '>', now), is('next_at', '<=', now + horizon), ...isFree),
      },
      ({ next_at: before }) => before,
    );
  }

  /** Reserves a call at once, when none is reserved ahead. */
  #goAtOnce(now: number, isFree: readonly Condition[]) {
    return this.#take(
      {
        set: { next_at: now + this.#interval },
        when: all(any(absent('next_at'), is('next_at', '<=', now)), ...isFree),
      },
      () => now,
    );
  }

  /** @returns the time of the call, or the row that did not meet the condition */
  async #take(
    change: Change,
    moment: (before: z.infer<typeof Pace>) => number,
  ): Promise<number | z.infer<typeof Found>> {
    let found: z.infer<typeof Found> = {};
    const before = await this.#update(change, ({ Item }) => {
      found = Found.parse(Item ?? {});
    });
    return before === undefined ? found : moment({ next_at: 0, ...Pace.partial().parse(before) });
  }

  /** @returns the row before the write, or undefined when the condition does not hold */
  async #update(
    change: Change,
    otherwise?: (failed: ConditionalCheckFailedException) => void,
  ): Promise<Record<string, unknown> | undefined> {
    const command = new UpdateCommand({
      TableName: this.tables.launchPaces,
      Key: KEY,
      ...updateOf(change),
      ReturnValues: 'UPDATED_OLD',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    const written = await ifConditionHolds(this.documents.send(command), otherwise);
    return written && (written.Attributes ?? {});
  }
}

/** Until when nothing is free for such a start. */
function fullUntilOf(
  { next_at: next, queue_until: queue }: z.infer<typeof Found>,
  horizon: number,
  isQueued: boolean,
): number {
  return Math.max((next?.N ?? 0) - horizon, isQueued ? 0 : (queue?.N ?? 0));
}
