import { describe, expect, it, vi } from 'vitest';
import { ServiceClock } from '../../../shared/client/service-clock.ts';

const HOUR = 3_600_000;
/** The time of the service at the beginning, with milliseconds. */
const BEGIN = Date.parse('2026-11-26T12:00:00.400Z');

/** A machine whose clock is `off` milliseconds ahead of the service's. */
function machine(off: number) {
  let passed = 0;
  const onSet = vi.fn();
  const clock = new ServiceClock({ here: () => BEGIN + passed + off, onSet });
  const respond = (headers: Readonly<Record<string, string>>, milliseconds = 40) =>
    clock.reading(async () => {
      passed += milliseconds / 2;
      const date = new Date(BEGIN + passed).toUTCString();
      passed += milliseconds / 2;
      return new Response('', { headers: { date, ...headers } });
    })('https://api.example.com');
  /** How far the clock is from the service's, in milliseconds. */
  const error = () => clock.now().getTime() - (BEGIN + passed);
  return { respond, error, onSet };
}

describe('the clock of the service', () => {
  it.each([3 * HOUR, -3 * HOUR])('is known after one response to a machine that is %i ms off', async (off) => {
    const { respond, error, onSet } = machine(off);
    expect(error()).toBe(off);

    await respond({});
    expect(Math.abs(error())).toBeLessThan(1_000);
    for (let time = 0; time < 30; time += 1) await respond({}, 730);
    expect(Math.abs(error())).toBeLessThan(1_000);
    expect(onSet.mock.calls.length).toBeLessThan(4);
  });

  it('is the clock of a machine that is right, also after slow responses', async () => {
    const { respond, error, onSet } = machine(0);
    for (const milliseconds of [40, 8_000, 300]) await respond({}, milliseconds);
    expect([error(), onSet.mock.calls.length]).toEqual([0, 0]);
  });

  it('ignores responses without a date, and those that can come from a cache', async () => {
    const { respond, error } = machine(0);
    const date = new Date(BEGIN - HOUR).toUTCString();
    await respond({ date, 'cache-control': 'public, max-age=300' });
    await respond({ date: 'yesterday' });
    expect(error()).toBe(0);
  });
});
