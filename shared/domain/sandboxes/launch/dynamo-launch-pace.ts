import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { ifConditionHolds } from '../../../platform/aws/conditional-write.ts';
import { absent, any, type Change, is, updateOf } from '../../../platform/aws/expressions.ts';
import type { LaunchPace } from './launch-pace.ts';

/** All calls of RunTask share one pace, as AWS counts them together. */
const KEY = { pace_id: 'run-task' };

const Pace = z.object({ next_at: z.int() });

/** Spaces RunTask calls by one row with the time of the next call, which each caller moves on and never back. */
export class DynamoLaunchPace implements LaunchPace {
  readonly #documents: DynamoDBDocumentClient;
  readonly #tables: { readonly launchPaces: string };
  /** Milliseconds between two calls, rounded up: no second ever holds more than the pace. */
  readonly #interval: number;

  constructor(documents: DynamoDBDocumentClient, tables: { readonly launchPaces: string }, perSecond: number) {
    this.#documents = documents;
    this.#tables = tables;
    this.#interval = Math.ceil(1000 / perSecond);
  }

  /** Two tries at most fail: once `next_at` lies ahead of `now` it stays there, and then the next one queues up. */
  async reserve(now: Date): Promise<Date> {
    return (await this.#queueUp(now)) ?? (await this.#goAtOnce(now)) ?? (await this.#queueUp(now)) ?? now;
  }

  async reserveIdle(now: Date): Promise<boolean> {
    return (await this.#goAtOnce(now)) !== undefined;
  }

  /** @returns undefined when no other call is ahead. */
  async #queueUp(now: Date): Promise<Date | undefined> {
    const before = await this.#update({
      add: { next_at: this.#interval },
      when: is('next_at', '>', now.getTime()),
    });
    return before && new Date(Pace.parse(before).next_at);
  }

  /** @returns undefined when another call was faster. */
  async #goAtOnce(now: Date): Promise<Date | undefined> {
    const before = await this.#update({
      set: { next_at: now.getTime() + this.#interval },
      when: any(absent('next_at'), is('next_at', '<=', now.getTime())),
    });
    return before && now;
  }

  /** @returns the row as it was, or undefined when the condition does not hold. */
  async #update(change: Change): Promise<Record<string, unknown> | undefined> {
    const command = new UpdateCommand({
      TableName: this.#tables.launchPaces,
      Key: KEY,
      ...updateOf(change),
      ReturnValues: 'UPDATED_OLD',
    });
    const written = await ifConditionHolds(this.#documents.send(command));
    return written && (written.Attributes ?? {});
  }
}
