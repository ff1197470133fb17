import { describe, expect, it } from 'vitest';
import { type Fault, FaultSchema, Faults } from '../../../../../infra/local/aws/faults.ts';

const throttle: Fault = { service: 'ecs', action: 'RunTask', kind: 'throttle', times: 2 };

function faultsOf(...wanted: Fault[]): Faults {
  const faults = new Faults();
  for (const fault of wanted) faults.add(fault);
  return faults;
}

describe('injected faults', () => {
  it('occur as often as requested', () => {
    const faults = faultsOf(throttle);

    expect(faults.take('ecs', 'RunTask', ['throttle'])).toEqual(throttle);
    expect(faults.list()).toEqual([{ ...throttle, times: 1 }]);
    expect(faults.take('ecs', 'RunTask', ['throttle'])).toEqual(throttle);
    expect(faults.take('ecs', 'RunTask', ['throttle'])).toBeUndefined();
    expect(faults.list()).toEqual([]);
  });

  it('end pending delays each time they are cleared', async () => {
    const faults = faultsOf(throttle);
    for (const _time of [1, 2]) {
      const cleared = faults.whenCleared();
      faults.clear();
      await cleared;
    }
    expect(faults.list()).toEqual([]);
  });

  it('apply to the named service and action, or to every action', () => {
    const faults = faultsOf(throttle, { service: 'ec2', kind: 'error', times: 1 });

    expect(faults.take('ecs', 'StopTask', ['throttle'])).toBeUndefined();
    expect(faults.take('dynamodb', 'RunTask', ['throttle'])).toBeUndefined();
    expect(faults.take('ec2', 'DeleteVolume', ['error'])).toBeDefined();
  });

  it('apply in order, and skip kinds that the caller cannot simulate', () => {
    const capacity: Fault = { service: 'ecs', kind: 'capacity', reason: 'none left', times: 1 };
    const faults = faultsOf(capacity, throttle);

    expect(faults.take('ecs', 'RunTask', ['throttle', 'error'])).toEqual(throttle);
    expect(faults.take('ecs', 'RunTask', ['capacity'])?.reason).toBe('none left');
  });

  it('apply to the named caller only', () => {
    const faults = faultsOf({ ...throttle, function: 'sweep-sandboxes' });

    expect(faults.take('ecs', 'RunTask', ['throttle'], 'reconcile-sandbox')).toBeUndefined();
    expect(faults.take('ecs', 'RunTask', ['throttle'])).toBeUndefined();
    expect(faults.take('ecs', 'RunTask', ['throttle'], 'sweep-sandboxes')).toBeDefined();
  });

  it('occur with their probability, and count only when they occur', () => {
    const chances = [0.5, 0.2, 0.9];
    const faults = new Faults(() => chances.shift() ?? 1);
    faults.add({ ...throttle, probability: 0.3 });

    const taken = [1, 2, 3].map(() => faults.take('ecs', 'RunTask', ['throttle']) !== undefined);

    expect(taken).toEqual([false, true, false]);
    expect(faults.list()).toMatchObject([{ times: 1 }]);
  });
});

describe('fault schema', () => {
  it.each([
    { service: 'ec2', kind: 'slow', milliseconds: 200, times: 1 },
    { service: 'ec2', action: 'CreateSnapshot', kind: 'fail', message: 'disk full', times: 1 },
    { service: 'ecs', kind: 'refuse', error: 'InvalidParameterException', times: 1 },
    { service: 'ecs', kind: 'crash', when: 'after', function: 'reconcile-sandbox', times: 1 },
    { service: 'events', kind: 'delay', milliseconds: 10, probability: 0.1, times: 100 },
  ])('can be %o', (fault) => {
    expect(FaultSchema.parse(fault)).toEqual(fault);
  });

  it.each([
    { service: 's3', kind: 'throttle', times: 1 },
    { service: 'ecs', kind: 'explode', times: 1 },
    { service: 'ecs', kind: 'throttle' },
    { service: 'ecs', kind: 'refuse', times: 1 },
    { service: 'ecs', kind: 'crash', times: 1 },
    { service: 'ecs', kind: 'slow', milliseconds: 1, times: 1 },
    { service: 'dynamodb', kind: 'repeat', times: 1 },
    { service: 'ecs', kind: 'throttle', probability: 0, times: 1 },
    { service: 'ecs', kind: 'throttle', often: true, times: 1 },
  ])('cannot be %o', (fault) => {
    expect(FaultSchema.safeParse(fault).success).toBe(false);
  });
});
