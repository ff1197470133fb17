import { describe, expect, it } from 'vitest';
import { parseSchedule } from '../../../../infra/local/events/schedule.ts';

const now = new Date('2026-11-21T10:07:30.500Z'); // a Saturday

function next(expression: string): string {
  return parseSchedule(expression).next(now).toISOString();
}

describe('a schedule', () => {
  it('at a rate is due at the start and then again and again', () => {
    expect(parseSchedule('rate(1 minute)').atStart).toBe(true);
    expect(next('rate(1 minute)')).toBe('2026-11-21T10:08:30.500Z');
    expect(next('rate(5 minutes)')).toBe('2026-11-21T10:12:30.500Z');
    expect(next('rate(2 hours)')).toBe('2026-11-21T12:07:30.500Z');
    expect(next('rate(1 day)')).toBe('2026-11-22T10:07:30.500Z');
  });

  it.each([
    ['cron(* * * * ? *)', '2026-11-21T10:08:00.000Z'],
    ['cron(0/15 * * * ? *)', '2026-11-21T10:15:00.000Z'],
    ['cron(*/10 12-13 * * ? *)', '2026-11-21T12:00:00.000Z'],
    ['cron(30 4 ? * MON-FRI *)', '2026-11-23T04:30:00.000Z'],
    ['cron(0 0 1 JAN ? *)', '2027-01-01T00:00:00.000Z'],
    ['cron(0,8 10 * * ? 2026)', '2026-11-21T10:08:00.000Z'],
  ])('by %s is next due at %s', (expression, expected) => {
    expect(next(expression)).toBe(expected);
    expect(parseSchedule(expression).atStart).toBe(false);
  });

  it.each(['rate(0.5 minutes)', 'cron(* * * *)', 'cron(61 * * * ? *)', 'cron(0 0 L * ? *)', 'at(2026-01-01T00:00:00)'])(
    'is refused when it is not understood: %s',
    (expression) => {
      expect(() => parseSchedule(expression)).toThrow('is not available locally');
    },
  );
});
