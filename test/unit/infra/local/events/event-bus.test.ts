import { afterEach, describe, expect, it } from 'vitest';
import { type FaultOf, Faults } from '../../../../../infra/local/aws/faults.ts';
import { EventBus } from '../../../../../infra/local/events/event-bus.ts';
import {
  type EventRule,
  parsePattern,
  parseRate,
  type TimedRule,
  UnsupportedPatternError,
} from '../../../../../infra/local/events/rules.ts';

describe('event bus', () => {
  interface Delivery {
    readonly functionName: string;
    readonly payload: unknown;
  }

  const stopped: EventRule = {
    matches: parsePattern({ source: ['aws.ecs'], detail: { lastStatus: ['STOPPED'] } }),
    functionNames: ['reconcile'],
  };
  const saved: EventRule = {
    matches: parsePattern({ source: ['aws.ec2'], 'detail-type': ['EBS Snapshot Notification'] }),
    functionNames: ['reconcile'],
  };
  const minutely: TimedRule = {
    arn: 'arn:aws:events:::rule/minutely',
    everyMilliseconds: 60_000,
    functionNames: ['sweep'],
  };

  const place = { region: 'us-east-1', accountId: '000000000000' };
  const buses: EventBus[] = [];
  afterEach(() => {
    for (const bus of buses.splice(0)) bus.stop();
  });

  type Kind = 'repeat' | 'drop' | 'reorder' | 'delay';

  function aBus(kind?: Kind): { bus: EventBus; deliveries: Delivery[] } {
    const faults = new Faults();
    if (kind) faults.add({ service: 'events', kind, times: 1 } as FaultOf<Kind>);
    const deliveries: Delivery[] = [];
    const rules = { events: [stopped, saved], timed: [minutely] };
    const bus = new EventBus(rules, place, faults, (functionName, payload) =>
      deliveries.push({ functionName, payload }),
    );
    buses.push(bus);
    return { bus, deliveries };
  }

  function change(taskArn: string, lastStatus = 'STOPPED'): Record<string, unknown> {
    return { taskArn, lastStatus, version: 3 };
  }

  function tasks(deliveries: readonly Delivery[]): unknown[] {
    return deliveries.map(({ payload }) => (payload as { detail: { taskArn: string } }).detail.taskArn);
  }

  it("delivers a task's change in the envelope of EventBridge", () => {
    const { bus, deliveries } = aBus();

    bus.publishTaskStateChange(change('arn:task/1'));

    expect(deliveries).toEqual([
      {
        functionName: 'reconcile',
        payload: {
          version: '0',
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          'detail-type': 'ECS Task State Change',
          source: 'aws.ecs',
          account: '000000000000',
          time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
          region: 'us-east-1',
          resources: ['arn:task/1'],
          detail: change('arn:task/1'),
        },
      },
    ]);
  });

  it('delivers the end of a snapshot', () => {
    const { bus, deliveries } = aBus();
    const end = { resources: ['arn:snapshot'], detail: { event: 'createSnapshot', result: 'succeeded' } };

    bus.publishSnapshotNotification(end);

    expect(deliveries).toMatchObject([{ functionName: 'reconcile', payload: end }]);
  });

  it('delivers no event without a matching rule', () => {
    const { bus, deliveries } = aBus();

    bus.publishTaskStateChange(change('arn:task/1', 'RUNNING'));

    expect(deliveries).toEqual([]);
  });

  it('runs a rate immediately', () => {
    const { bus, deliveries } = aBus();

    bus.start();

    expect(deliveries).toMatchObject([
      { functionName: 'sweep', payload: { 'detail-type': 'Scheduled Event', resources: [minutely.arn], detail: {} } },
    ]);
  });

  it('runs a schedule on demand', () => {
    const { bus, deliveries } = aBus();

    bus.fireSchedules();

    expect(deliveries).toMatchObject([
      { functionName: 'sweep', payload: { 'detail-type': 'Scheduled Event', resources: [minutely.arn], detail: {} } },
    ]);
  });

  it('repeats, drops and reorders events on request', () => {
    const outcome = (kind: Kind): unknown[] => {
      const { bus, deliveries } = aBus(kind);
      bus.publishTaskStateChange(change('first'));
      bus.publishTaskStateChange(change('second'));
      return tasks(deliveries);
    };

    expect(outcome('repeat')).toEqual(['first', 'first', 'second']);
    expect(outcome('drop')).toEqual(['second']);
    expect(outcome('reorder')).toEqual(['second', 'first']);
  });

  it('delivers late on request', async () => {
    const faults = new Faults();
    faults.add({ service: 'events', kind: 'delay', milliseconds: 20, times: 1 });
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const deliveries: Delivery[] = [];
    const bus = new EventBus({ events: [stopped], timed: [] }, place, faults, (functionName, payload) => {
      deliveries.push({ functionName, payload });
      if (deliveries.length === 2) resolve(tasks(deliveries));
    });
    buses.push(bus);

    bus.publishTaskStateChange(change('first'));
    bus.publishTaskStateChange(change('second'));

    expect(await promise).toEqual(['second', 'first']);
  });

  it('delivers nothing after it was stopped', () => {
    const { bus, deliveries } = aBus();

    bus.stop();
    bus.publishTaskStateChange(change('arn:task/1'));

    expect(deliveries).toEqual([]);
  });
});

const event = {
  source: 'aws.ecs',
  'detail-type': 'ECS Task State Change',
  resources: ['arn:one', 'arn:two'],
  detail: {
    lastStatus: 'STOPPED',
    version: 4,
    empty: null,
    group: 'family:sbx',
    containers: [{ name: 'a' }, { name: 'b' }],
  },
};

function matches(pattern: unknown): boolean {
  return parsePattern(pattern)(event);
}

describe('event pattern', () => {
  it('requires every field to have one of the values', () => {
    expect(matches({ source: ['aws.ecs'], detail: { lastStatus: ['RUNNING', 'STOPPED'] } })).toBe(true);
    expect(matches({ source: ['aws.ec2'] })).toBe(false);
    expect(matches({ source: ['aws.ecs'], detail: { lastStatus: ['RUNNING'] } })).toBe(false);
    expect(matches({ nothing: ['x'] })).toBe(false);
    expect(matches({})).toBe(true);
  });

  it('refuses to compare with a list in the event', () => {
    expect(() => matches({ resources: ['arn:two'] })).toThrow('a comparison with the list in resources');
  });

  it('distinguishes types and null', () => {
    expect(matches({ detail: { version: ['4'] } })).toBe(false);
    expect(matches({ detail: { version: [4] } })).toBe(true);
    expect(matches({ detail: { empty: [null] } })).toBe(true);
    expect(matches({ detail: { absent: [null] } })).toBe(false);
  });

  it.each([
    [{ source: [{ prefix: 'aws.' }] }, 'the comparison {"prefix":"aws."}'],
    [{ source: [{ exists: true }] }, 'the comparison {"exists":true}'],
    [{ $or: [{ source: ['aws.ec2'] }] }, 'the comparison $or'],
    [{ source: 'aws.ecs' }, '"aws.ecs" at source'],
    [['a'], '["a"] at the pattern'],
  ])('is refused by name when it is unsupported: %j', (pattern, message) => {
    expect(() => parsePattern(pattern)).toThrow(new UnsupportedPatternError(message));
  });
});

describe('parseRate', () => {
  it.each([
    ['rate(1 minute)', 60_000],
    ['rate(5 minutes)', 300_000],
    ['rate(2 hours)', 7_200_000],
    ['rate(1 day)', 86_400_000],
  ])('parses %s as %d milliseconds', (expression, milliseconds) => {
    expect(parseRate(expression)).toBe(milliseconds);
  });

  it.each(['rate(0.5 minutes)', 'cron(* * * * ? *)', 'at(2026-01-01T00:00:00)'])('refuses %s by name', (expression) => {
    expect(() => parseRate(expression)).toThrow(`the schedule ${expression} is not available locally`);
  });
});
