import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { isConditionFailure } from '../aws/condition-failure.ts';
import type { LaunchPace } from './launch-pace.ts';

/** All calls of RunTask share one pace, as AWS counts them together. */
const KEY = { pace_id: 'run-task' };

const Pace = z.object({ next_at: z.int() });

/**
 * One row says when the next call may be made; whoever takes that moment moves it on. It never moves back, so a caller whose clock is late merely waits longer.
 * 1,000 writes per second are what one row takes, far above any pace of RunTask.
 */
export class DynamoLaunchPace implements LaunchPace {
  private readonly documents: DynamoDBDocumentClient;
  private readonly table: string;
  /** Milliseconds between two calls, rounded up: no second ever holds more than the pace. */
  private readonly interval: number;

  constructor(documents: DynamoDBDocumentClient, table: string, perSecond: number) {
    this.documents = documents;
    this.table = table;
    this.interval = Math.ceil(1000 / perSecond);
  }

  /** Two tries at most fail: once `next_at` lies ahead of `now` it stays there, and then the next one queues up. */
  async reserve(now: Date): Promise<Date> {
    return (await this.queueUp(now)) ?? (await this.goAtOnce(now)) ?? (await this.queueUp(now)) ?? now;
  }

  /** @returns undefined when nobody is ahead. */
  private async queueUp(now: Date): Promise<Date | undefined> {
    const before = await this.update(now, 'SET next_at = next_at + :interval', 'next_at > :now', {
      ':interval': this.interval,
    });
    return before && new Date(Pace.parse(before).next_at);
  }

  /** @returns undefined when somebody was faster. */
  private async goAtOnce(now: Date): Promise<Date | undefined> {
    const condition = 'attribute_not_exists(next_at) OR next_at <= :now';
    const before = await this.update(now, 'SET next_at = :next', condition, {
      ':next': now.getTime() + this.interval,
    });
    return before && now;
  }

  /** @returns the row as it was, or undefined when the condition does not hold. */
  private async update(
    now: Date,
    change: string,
    condition: string,
    values: Readonly<Record<string, number>>,
  ): Promise<Record<string, unknown> | undefined> {
    const command = new UpdateCommand({
      TableName: this.table,
      Key: KEY,
      UpdateExpression: change,
      ConditionExpression: condition,
      ExpressionAttributeValues: { ...values, ':now': now.getTime() },
      ReturnValues: 'UPDATED_OLD',
    });
    try {
      const { Attributes = {} } = await this.documents.send(command);
      return Attributes;
    } catch (error) {
      if (isConditionFailure(error)) return undefined;
      throw error;
    }
  }
}
