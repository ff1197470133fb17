import { beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import {
  placeToWait,
  type WaitPlaces,
  waitForStatus,
} from '../../../../../shared/domain/sandboxes/waits/wait-for-status.ts';
import { SettableClock } from '../../../../support/platform/settable-clock.ts';
import { MemoryWaitPlaces } from '../../../../support/sandboxes/memory-stores.ts';
import { aRunningSandbox, aSandbox } from '../../../../support/sandboxes/sandbox-data.ts';
import { waitPlacesSuite } from '../../../../support/sandboxes/stores.suite.ts';

const later = '2026-11-21T12:00:20.000Z';
const starting = aSandbox();
const running = aRunningSandbox();
const paused = aSandbox({ desired: 'PAUSED', phase: 'PAUSED' });
const stopping = aRunningSandbox({ desired: 'PAUSED', phase: 'STOPPING' });
const failed = aSandbox({ desired: 'PAUSED', phase: 'ERROR' });
const expired = aSandbox({ desired: 'PAUSED', phase: 'EXPIRED' });
const deleted = aRunningSandbox({ desired: 'DELETED' });
const expiring = { ...paused, expires_at: later };

let clock: SettableClock;
let pauses: number[];
let looks: number;
beforeEach(() => {
  clock = new SettableClock();
  pauses = [];
  looks = 0;
});

function wait(wanted: 'STARTING' | 'RUNNING' | 'PAUSED' | 'ERROR' | 'MISSING', ...seen: (Sandbox | undefined)[]) {
  return waitForStatus(wanted, new Date(clock.now().getTime() + 25_000), {
    look: async () => {
      looks += 1;
      return seen[Math.min(looks, seen.length) - 1];
    },
    now: clock.now,
    pause: async (milliseconds) => {
      pauses.push(milliseconds);
      clock.advance(milliseconds / 1000);
    },
  });
}

describe('waitForStatus', () => {
  it('reads once when the status is already reached', async () => {
    expect(await wait('RUNNING', running)).toBe(running);
    expect([looks, pauses]).toEqual([1, []]);
  });

  it('returns as soon as the status is reached', async () => {
    expect(await wait('RUNNING', starting, starting, running, deleted)).toBe(running);
    expect(pauses).toEqual([250, 500]);
  });

  it('reads at growing intervals of at most a second, and a last time at the deadline', async () => {
    expect(await wait('RUNNING', starting)).toBe(starting);

    expect(pauses).toEqual([250, 500, ...Array(24).fill(1000), 250]);
    expect(looks).toBe(pauses.length + 1);
  });

  it('reads once when there is no time to wait', async () => {
    const until = clock.now();
    const look = async () => starting;
    const pause = async () => expect.fail('no time to pause');

    expect(await waitForStatus('RUNNING', until, { look, now: clock.now, pause })).toBe(starting);
  });

  it.each([
    ['deleted', deleted],
    ['purged', undefined],
  ])('returns when the sandbox is %s during the wait', async (_, gone) => {
    expect(await wait('RUNNING', starting, gone)).toBe(gone);
    expect(looks).toBe(2);
  });

  it.each([
    ['RUNNING', 'paused', paused],
    ['RUNNING', 'still stopping', stopping],
    ['RUNNING', 'failed', failed],
    ['RUNNING', 'expired', expired],
    ['STARTING', 'paused', paused],
    ['PAUSED', 'failed', failed],
    ['PAUSED', 'expired', expired],
    ['ERROR', 'paused', paused],
    ['MISSING', 'running', running],
    ['MISSING', 'kept without end', paused],
    ['MISSING', 'kept for longer than the wait', { ...paused, expires_at: '2026-11-21T12:00:26.000Z' }],
  ] as const)('for %s returns at once when the sandbox is %s', async (wanted, _, sandbox) => {
    expect(await wait(wanted, sandbox)).toBe(sandbox);
    expect(looks).toBe(1);
  });

  it.each([
    ['RUNNING', 'starts', starting, running],
    ['RUNNING', 'waits for its stop to start again', aRunningSandbox({ phase: 'SAVING' }), running],
    ['STARTING', 'may be started again', running, starting],
    ['PAUSED', 'may be idle soon', running, paused],
    ['ERROR', 'may fail', starting, failed],
    ['ERROR', 'may fail to be saved', { ...stopping, phase: 'SAVING' }, failed],
    ['MISSING', 'expires meanwhile', expiring, expired],
  ] as const)('for %s waits while the sandbox %s', async (wanted, _, before, after) => {
    expect(await wait(wanted, before, after)).toBe(after);
  });
});

describe('places in memory', () => {
  waitPlacesSuite((bounds, now) => new MemoryWaitPlaces(bounds, now));
});

describe('placeToWait', () => {
  const clock = new SettableClock();
  const until = new Date(clock.now().getTime() + 30_000);
  const waiter = { ownerId: 'ann', keyId: 'a' };
  const failing = async () => {
    throw new Error('throttled');
  };

  it('returns undefined for a refusal of either bound', async () => {
    const of = (perKey: number, overall: number) => new MemoryWaitPlaces({ perKey, overall }, clock.now);

    expect(await placeToWait(of(0, 1), waiter, until)).toBeUndefined();
    expect(await placeToWait(of(1, 0), waiter, until)).toBeUndefined();
  });

  it('gives the place back when it is released', async () => {
    const places = new MemoryWaitPlaces({ perKey: 1, overall: 1 }, clock.now);
    const release = await placeToWait(places, waiter, until);
    expect(places.taken).toBe(1);

    await release?.();

    expect(places.taken).toBe(0);
  });

  it('refuses to wait when places cannot be counted', async () => {
    const places: WaitPlaces = { take: failing, release: failing };

    expect(await placeToWait(places, waiter, until)).toBeUndefined();
  });

  it('ends a wait without an error when its place cannot be released', async () => {
    const memory = new MemoryWaitPlaces({ perKey: 1, overall: 1 }, clock.now);
    const places: WaitPlaces = { take: (who, end) => memory.take(who, end), release: failing };
    const release = await placeToWait(places, waiter, until);

    await expect(release?.()).resolves.toBeUndefined();
    expect(memory.taken).toBe(1);
  });
});
