import { describe, expect, it } from 'vitest';
import { type AlarmProperties, type AlarmState, nextState, type Semantics } from '../support/cloudwatch/alarm-state.ts';
import { PublishedMetrics } from '../support/cloudwatch/published-metrics.ts';
import { alarmsOf, fullyObserved, shortName } from './observability.ts';

const alarms = alarmsOf(fullyObserved());

const HOUR = 60;

/** CloudFormation can create alarms long before the schedules that they watch. */
const FIRST_SWEEP = 25;

const semantics: readonly Semantics[] = [0, 1, 3].flatMap((extraPeriods) =>
  [false, true].map((fillsEmpty) => ({ extraPeriods, fillsEmpty })),
);

/** The activity of one minute. */
type Minute = (metrics: PublishedMetrics, minute: number) => void;

const runs = (metrics: PublishedMetrics, id: string, minute: number, errors = 0) => {
  for (const of of ['', ` of ${id}`]) {
    metrics.publish(`AWS/Lambda/Invocations${of}`, minute, 1);
    metrics.publish(`AWS/Lambda/Errors${of}`, minute, errors);
    metrics.publish(`AWS/Lambda/Duration${of}`, minute, 40);
    metrics.publish(`AWS/Lambda/Throttles${of}`, minute, 0);
  }
  metrics.publish('AWS/Lambda/ConcurrentExecutions', minute, 1);
};

const sweep: Minute = (metrics, minute) => {
  if (minute < FIRST_SWEEP) return;
  runs(metrics, 'sweep-sandboxes', minute);
  metrics.publish('AgentConversations/SweepCompleted', minute, 1);
};

const compare: Minute = (metrics, minute) => {
  if (minute >= FIRST_SWEEP && minute % 20 === 7) runs(metrics, 'reconcile-usage', minute);
};

/** After an hour without users, some calls and occasional starts. */
const users: Minute = (metrics, minute) => {
  metrics.publish('AWS/SQS/ApproximateNumberOfMessagesVisible', minute, 0);
  if (minute < HOUR || minute % 3 > 0) return;
  runs(metrics, 'authorize', minute);
  runs(metrics, 'search-app-conversations', minute);
  metrics.publish('AWS/ApiGateway/5XXError', minute, 0);
  metrics.publish('AWS/Lambda/IteratorAge of reconcile-sandbox', minute, 900);
  if (minute % 30 > 0) return;
  for (const name of ['StartFailed', 'BootFailed', 'SaveFailed'])
    metrics.publish(`AgentConversations/${name}`, minute, 0);
  metrics.publish('AWS/Usage/ResourceCount', minute, 2);
};

const healthy = [sweep, compare, users];

const always = (name: string, value: number): Minute => {
  return (metrics, minute) => metrics.publish(name, minute, value);
};
const own = (name: string, value = 1) => always(`AgentConversations/${name}`, value);

/** A fault for each alarm: activity added to, or missing from, each minute of the fault. */
const faults: Readonly<Record<string, { readonly adds?: readonly Minute[]; readonly without?: Minute }>> = {
  'api-failing': { adds: [always('AWS/ApiGateway/5XXError', 1)] },
  'api-slow': { adds: [always('AWS/Lambda/Duration of authorize', 4_000)] },
  'calls-uncounted': { adds: [own('CallsUncounted')] },
  'records-damaged': { adds: [own('RecordsDamaged')] },
  'work-failed': { adds: [always('AWS/SQS/ApproximateNumberOfMessagesVisible', 1)] },
  'functions-failing': {
    adds: [(metrics, minute) => runs(metrics, 'deliver-messages', minute, 1)],
  },
  'functions-throttled': { adds: [always('AWS/Lambda/Throttles', 1)] },
  'concurrency-used': { adds: [always('AWS/Lambda/ConcurrentExecutions', 850)] },
  'streams-late': { adds: [always('AWS/Lambda/IteratorAge of queue-webhooks', 300_000)] },
  'tables-throttled': { adds: [always('AWS/DynamoDB/WriteThrottleEvents', 2)] },
  'starts-failing': { adds: [own('StartFailed')] },
  'saves-failing': { adds: [own('SaveFailed')] },
  'access-denied': { adds: [own('AccessErrors')] },
  'boots-failing': { adds: [own('BootFailed')] },
  'launches-refused': { adds: [own('LaunchesRefused')] },
  'fargate-quota': { adds: [always('AWS/Usage/ResourceCount', 90)] },
  'sweep-silent': { without: sweep },
  'usage-differs': { adds: [own('UsageDifferences')] },
  'usage-not-compared': { without: compare },
};

/** Longer than the evaluation window of every alarm. */
const FAULT = { from: 4 * HOUR, until: 8 * HOUR };

interface Life {
  readonly until: number;
  readonly fault?: { readonly adds?: readonly Minute[]; readonly without?: Minute };
  readonly from?: number;
}

/** The alarm's state in each minute after its creation. */
function statesOf(alarm: AlarmProperties, { until, fault = {}, from = FAULT.from }: Life, given: Semantics) {
  const metrics = new PublishedMetrics();
  const states: AlarmState[] = [];
  let state: AlarmState = 'INSUFFICIENT_DATA';
  for (let minute = 0; minute < until; minute += 1) {
    const isFaulty = minute >= from && minute < FAULT.until;
    for (const happens of healthy) if (!isFaulty || happens !== fault.without) happens(metrics, minute);
    if (isFaulty) for (const happens of fault.adds ?? []) happens(metrics, minute);
    state = nextState(alarm, metrics, minute, state, given);
    states.push(state);
  }
  return states;
}

describe.each(alarms.map((alarm) => [shortName(alarm), alarm] as const))('alarm %s', (name, alarm) => {
  it('rings at no time after a healthy first deployment', () => {
    for (const given of semantics)
      expect(statesOf(alarm, { until: FAULT.from }, given), JSON.stringify(given)).not.toContain('ALARM');
  });

  it('rings at its fault until the fault is over', () => {
    const fault = faults[name];
    if (!fault) throw new Error(`say what the alarm ${name} is for`);
    for (const given of semantics) {
      const states = statesOf(alarm, { until: 11 * HOUR, fault }, given);

      const start = states.indexOf('ALARM');
      expect(start, JSON.stringify(given)).toBeGreaterThanOrEqual(FAULT.from);
      // The slowest alarm: usage is compared every 20 minutes and is late after up to 90 minutes.
      expect(start - FAULT.from).toBeLessThanOrEqual(name === 'usage-not-compared' ? 95 : 21);
      expect(new Set(states.slice(start, FAULT.until))).toEqual(new Set(['ALARM']));
      expect(states.at(-1)).toBe('OK');
    }
  });
});

describe('alarm sweep-silent', () => {
  it('rings when no sweep of a first deployment could check everything', () => {
    const alarm = alarms.find((other) => shortName(other) === 'sweep-silent');
    if (!alarm) throw new Error('the alarm is gone');
    const fault = { without: sweep, adds: [own('SweepCompleted', 0)] };

    for (const given of semantics)
      expect(statesOf(alarm, { until: HOUR, fault, from: 0 }, given), JSON.stringify(given)).toContain('ALARM');
  });
});

describe('simulation of alarms', () => {
  const naive: AlarmProperties = {
    AlarmName: 'naive',
    Namespace: 'AgentConversations',
    MetricName: 'SweepCompleted',
    Statistic: 'Sum',
    Period: 300,
    EvaluationPeriods: 1,
    Threshold: 1,
    ComparisonOperator: 'LessThanThreshold',
    TreatMissingData: 'breaching',
  };
  const plain: Semantics = { extraPeriods: 2, fillsEmpty: false };

  it.each([
    ['breaching', 'ALARM'],
    ['notBreaching', 'OK'],
    ['ignore', 'INSUFFICIENT_DATA'],
  ] as const)('takes absent data as %s says', (TreatMissingData, state) => {
    const alarm = { ...naive, TreatMissingData };

    expect(nextState(alarm, new PublishedMetrics(), 30, 'INSUFFICIENT_DATA', plain)).toBe(state);
  });

  it('uses older data instead of missing data', () => {
    const metrics = new PublishedMetrics();
    for (const minute of [3, 8, 13]) metrics.publish('AgentConversations/SweepCompleted', minute, 0);
    const alarm = { ...naive, EvaluationPeriods: 3, TreatMissingData: 'notBreaching' };

    expect(nextState(alarm, metrics, 22, 'OK', plain)).toBe('ALARM');
    expect(nextState(alarm, metrics, 22, 'OK', { ...plain, extraPeriods: 0 })).toBe('OK');
  });

  it('shows false alarms of an alarm that treats missing data as breaching', () => {
    expect(statesOf(naive, { until: HOUR }, { extraPeriods: 1, fillsEmpty: false })).toContain('ALARM');
  });
});
