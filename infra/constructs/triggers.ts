import { Duration } from 'aws-cdk-lib';
import { type IMetric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { type EventPattern, Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  EventSourceMapping,
  FilterCriteria,
  FilterRule,
  type Function as LambdaFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import type { ServiceTable } from './service-table.ts';

/** DynamoDB's name for a change of a row. */
export type Change = 'INSERT' | 'MODIFY' | 'REMOVE';

export interface AsynchronousOptions {
  readonly retries: 0 | 1 | 2;
  /** After this time, an invocation that could not start is dropped. The sweep makes up for it. */
  readonly maxAgeMinutes: number;
}

export interface ChangeOptions {
  /** A further condition on the record. */
  readonly where?: Readonly<Record<string, unknown>>;
  /** The most records of an invocation. */
  readonly batchSize?: number;
  /** Invocations at a time for each shard. */
  readonly parallel?: number;
}

/** What invokes the workers. The sweep makes up for lost signals, and a dead-letter queue keeps permanent failures. */
export class Triggers extends Construct {
  readonly #failures: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.#failures = new Queue(this, 'Failures', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    acknowledge(this.#failures, { 'AwsSolutions-SQS3': 'This queue is the dead-letter queue of the workers.' });
  }

  /** The maximum number of messages in the dead-letter queue within five minutes. */
  get failures(): IMetric {
    return this.#failures.metricApproximateNumberOfMessagesVisible({
      period: Duration.minutes(5),
      statistic: Stats.MAXIMUM,
    });
  }

  /** Invokes the worker with these changes of a table, in order for each row. */
  onChangesOf(
    table: ServiceTable,
    changes: readonly Change[],
    fn: LambdaFunction,
    { where = {}, batchSize = 10, parallel = 10 }: ChangeOptions = {},
  ): void {
    const { tableStreamArn } = table.table;
    if (tableStreamArn === undefined) throw new Error(`The table ${table.node.path} has no stream.`);
    fn.addToRolePolicy(
      new PolicyStatement({
        actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
        resources: [tableStreamArn],
      }),
    );
    // Lambda needs this too. The action takes no resource.
    fn.addToRolePolicy(new PolicyStatement({ actions: ['dynamodb:ListStreams'], resources: ['*'] }));
    new EventSourceMapping(this, `${fn.node.scope?.node.id ?? fn.node.id}On${table.node.id}`, {
      target: fn,
      eventSourceArn: tableStreamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize,
      parallelizationFactor: parallel,
      filters: [FilterCriteria.filter({ eventName: FilterRule.or(...changes), ...where })],
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      retryAttempts: 5,
      maxRecordAge: Duration.hours(1),
      onFailure: new SqsDlq(this.#failures),
    });
  }

  /** Invokes the worker with each event of this kind, at least once and in any order. */
  onEvents(name: string, eventPattern: EventPattern, fn: LambdaFunction): void {
    new Rule(this, name, { eventPattern, targets: [this.#target(fn, 2, Duration.hours(1))] });
  }

  /** Invokes the worker at an interval. */
  every(name: string, minutes: number, fn: LambdaFunction, retries: 0 | 1 | 2): void {
    const interval = Duration.minutes(minutes);
    new Rule(this, name, { schedule: Schedule.rate(interval), targets: [this.#target(fn, retries, interval)] });
  }

  /** Sets the retries of asynchronous invocations. */
  asynchronous(fn: LambdaFunction, { retries, maxAgeMinutes }: AsynchronousOptions): void {
    fn.configureAsyncInvoke({
      retryAttempts: retries,
      maxEventAge: Duration.minutes(maxAgeMinutes),
      onFailure: new SqsDestination(this.#failures),
    });
  }

  #target(fn: LambdaFunction, retryAttempts: number, maxEventAge: Duration): LambdaTarget {
    return new LambdaTarget(fn, { retryAttempts, maxEventAge, deadLetterQueue: this.#failures });
  }
}
