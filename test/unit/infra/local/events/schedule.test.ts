import { describe, expect, it } from 'vitest';
import { parseRate } from '../../../../../infra/local/events/rules.ts';

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
