import { afterEach, describe, expect, it } from 'vitest';
import { type FaultOf, Faults } from '../../../../../infra/local/aws/faults.ts';
import { EventBus } from '../../../../../infra/local/events/event-bus.ts';
import { type EventRule, parsePattern, type TimedRule } from '../../../../../infra/local/events/rules.ts';

interface Delivery {
  readonly functionName: string;
  readonly payload: unknown;
}

const stopped: EventRule = {
  name: 'stopped',
  matches: parsePattern({ source: ['aws.ecs'], detail: { lastStatus: ['STOPPED'] } }),
  functionNames: ['reconcile'],
};
const saved: EventRule = {
  name: 'saved',
  matches: parsePattern({ source: ['aws.ec2'], 'detail-type': ['EBS Snapshot Notification'] }),
  functionNames: ['reconcile'],
};
const minutely: TimedRule = {
  name: 'minutely',
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
  const bus = new EventBus(rules, place, faults, (functionName, payload) => deliveries.push({ functionName, payload }));
  buses.push(bus);
  return { bus, deliveries };
}

function change(taskArn: string, lastStatus = 'STOPPED'): Record<string, unknown> {
  return { taskArn, lastStatus, version: 3 };
}

function tasks(deliveries: readonly Delivery[]): unknown[] {
  return deliveries.map(({ payload }) => (payload as { detail: { taskArn: string } }).detail.taskArn);
}

describe('event bus', () => {
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

  it('runs a rate at once', () => {
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
