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

/** What can happen to a row, as streams call it. */
export type Change = 'INSERT' | 'MODIFY' | 'REMOVE';

export interface AsynchronousOptions {
  readonly retries: 0 | 1 | 2;
  /** An invocation that could not start for so long is given up; the sweep finds what it was about. */
  readonly maxAgeMinutes: number;
}

/** What makes workers look. The sweep finds lost signals, and one queue keeps what fails for good. */
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

  /** How many failed messages wait for people, the most in five minutes. */
  get failures(): IMetric {
    return this.#failures.metricApproximateNumberOfMessagesVisible({
      period: Duration.minutes(5),
      statistic: Stats.MAXIMUM,
    });
  }

  /** Calls the worker with these changes of a table's rows, each row's in order. */
  onChangesOf(table: ServiceTable, changes: readonly Change[], fn: LambdaFunction): void {
    const { tableStreamArn } = table.table;
    if (tableStreamArn === undefined) throw new Error(`The table ${table.node.path} has no stream.`);
    fn.addToRolePolicy(
      new PolicyStatement({
        actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
        resources: [tableStreamArn],
      }),
    );
    // Lambda asks for this one too, and the list belongs to no stream in particular.
    fn.addToRolePolicy(new PolicyStatement({ actions: ['dynamodb:ListStreams'], resources: ['*'] }));
    new EventSourceMapping(this, `${fn.node.scope?.node.id ?? fn.node.id}On${table.node.id}`, {
      target: fn,
      eventSourceArn: tableStreamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 10,
      parallelizationFactor: 10,
      filters: [FilterCriteria.filter({ eventName: FilterRule.or(...changes) })],
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      retryAttempts: 5,
      maxRecordAge: Duration.hours(1),
      onFailure: new SqsDlq(this.#failures),
    });
  }

  /** Calls the worker with each event of this kind, at least once and in no order. */
  onEvents(name: string, eventPattern: EventPattern, fn: LambdaFunction): void {
    new Rule(this, name, { eventPattern, targets: [this.#target(fn, 2, Duration.hours(1))] });
  }

  /** Calls the worker every minute. The next call makes up for a lost one, so that none is repeated. */
  everyMinute(name: string, fn: LambdaFunction): void {
    const schedule = Schedule.rate(Duration.minutes(1));
    new Rule(this, name, { schedule, targets: [this.#target(fn, 0, Duration.minutes(1))] });
  }

  /** The same at longer intervals. */
  every(name: string, minutes: number, fn: LambdaFunction): void {
    const schedule = Schedule.rate(Duration.minutes(minutes));
    new Rule(this, name, { schedule, targets: [this.#target(fn, 2, Duration.minutes(minutes))] });
  }

  /** How often a worker that was called without waiting for its answer is called again after a failure. */
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
