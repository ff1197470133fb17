import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FIVE_MINUTES } from '../service-metrics.ts';
import { type AlarmSpec, shareOf } from './alarm-spec.ts';

/** The workers that read streams of tables. */
export const streamWorkers = ['reconcile-sandbox', 'dispatch-start-tasks', 'queue-webhooks', 'purge-events'] as const;

/** From this share of the account's concurrency on, the next burst is throttled. */
const CONCURRENCY_SHARE = 0.8;

/** Functions and what feeds them. */
export const functionAlarms: readonly AlarmSpec[] = [
  {
    name: 'work-failed',
    set: 'basic',
    means:
      'An event failed at every try and lies in the dead-letter queue. The sweep makes up for it; its cause is a fault.',
    metric: (metrics) => metrics.failures,
    rings: { atLeast: 1 },
  },
  {
    name: 'functions-failing',
    set: 'all',
    means:
      'One run in twenty or more of the functions of this account and Region fails, for ten minutes of the last fifteen. Runs that are tried again count too.',
    metric: (metrics) =>
      shareOf({
        failed: metrics.functions('Errors', Stats.SUM),
        all: metrics.functions('Invocations', Stats.SUM),
        least: 5,
        period: FIVE_MINUTES,
      }),
    rings: { atLeast: 5 },
    periods: [2, 3],
  },
  {
    name: 'functions-throttled',
    set: 'all',
    means: 'Lambda refuses calls, as the account has no concurrency left or a function has used up its own.',
    metric: (metrics) => metrics.functions('Throttles', Stats.SUM),
    rings: { atLeast: 1 },
    periods: [2, 3],
  },
  {
    name: 'concurrency-used',
    set: 'all',
    means: 'The functions of this account and Region use four fifths of its concurrency: the next burst is throttled.',
    metric: (metrics) =>
      new MathExpression({
        expression: `running / ${metrics.settings.functionConcurrency}`,
        usingMetrics: { running: metrics.functions('ConcurrentExecutions', Stats.MAXIMUM) },
        period: FIVE_MINUTES,
        label: 'share of concurrency',
      }),
    rings: { atLeast: CONCURRENCY_SHARE },
    periods: [2, 3],
  },
  {
    name: 'streams-late',
    set: 'all',
    means:
      'A worker reads changes of a table that are two minutes old: starts, stops and webhooks are late by as much.',
    metric: (metrics) => {
      const named = streamWorkers.map((id) => [id.replaceAll('-', '_'), metrics.of(id, 'IteratorAge', Stats.MAXIMUM)]);
      const usingMetrics = Object.fromEntries(named);
      const expression = `MAX([${Object.keys(usingMetrics).join(', ')}])`;
      return new MathExpression({ expression, usingMetrics, period: FIVE_MINUTES, label: 'milliseconds behind' });
    },
    rings: { atLeast: 120_000 },
    periods: [2, 3],
  },
  {
    name: 'tables-throttled',
    set: 'all',
    means: 'DynamoDB refuses requests to a table that every call or start needs.',
    metric: (metrics) => metrics.tableThrottles(),
    rings: { atLeast: 5 },
    periods: [2, 3],
  },
];
