import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FIVE_MINUTES } from '../service-metrics.ts';
import type { AlarmSpec } from './alarm-spec.ts';

/** Calls of the API. */
export const requestAlarms: readonly AlarmSpec[] = [
  {
    name: 'api-failing',
    set: 'basic',
    means: 'One call in twenty or more fails by no fault of its caller (5xx), for ten minutes of the last fifteen.',
    // Its average is the share of such answers.
    metric: (metrics) => metrics.api('5XXError', Stats.AVERAGE),
    rings: { atLeast: 0.05 },
    periods: [2, 3],
  },
  {
    name: 'api-slow',
    set: 'all',
    means:
      'The slowest call in a hundred takes three seconds or more in the authorizer or in the list of conversations, which wait for nothing but tables.',
    // The latency of the API as a whole says little: callers may ask to wait, and streams stay open for minutes.
    metric: (metrics) =>
      new MathExpression({
        expression: 'MAX([authorizer, list])',
        usingMetrics: {
          authorizer: metrics.of('authorize', 'Duration', 'p99'),
          list: metrics.of('search-app-conversations', 'Duration', 'p99'),
        },
        period: FIVE_MINUTES,
        label: 'milliseconds, p99',
      }),
    rings: { atLeast: 3_000 },
    periods: [2, 3],
  },
  {
    name: 'calls-uncounted',
    set: 'basic',
    means: 'Calls of API keys could not be counted: they pass without a limit, and are missing from the usage report.',
    metric: (metrics) => metrics.own('CallsUncounted'),
    rings: { atLeast: 1 },
  },
  {
    name: 'audit-lost',
    set: 'basic',
    means: 'A change is missing from the audit log.',
    metric: (metrics) => metrics.own('AuditEntriesLost'),
    rings: { atLeast: 1 },
  },
];
