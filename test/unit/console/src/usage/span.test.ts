import { describe, expect, it } from 'vitest';
import { askedFor, spanOf } from '../../../../../console/src/pages/usage/usage-queries.ts';

const today = '2026-11-24';

describe('The days of a report', () => {
  it.for([
    ['month', today, '2026-11-01', today],
    ['last_month', today, '2026-10-01', '2026-10-31'],
    ['last_month', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['7d', today, '2026-11-18', today],
    ['30d', today, '2026-10-26', today],
  ] as const)('of %s on %s are from %s to %s', ([range, now, first, last]) => {
    expect(spanOf(range, {}, now)).toEqual({ first, last });
  });

  it('are those of the address, up to today', () => {
    expect(spanOf('own', { from: '2026-11-02', to: '2026-12-24' }, today)).toEqual({
      first: '2026-11-02',
      last: today,
    });
  });

  it.for([
    [{}, 'a first and a last day'],
    [{ from: '2026-02-31', to: today }, 'a first and a last day'],
    [{ from: today, to: '2026-11-23' }, 'before the first'],
    [{ from: '2026-11-25', to: '2026-11-26' }, 'in the future'],
    [{ from: '2026-08-24', to: today }, '92 days'],
  ] as const)('are refused where the address says %j', ([own, problem]) => {
    expect(spanOf('own', own, today)).toEqual({ problem: expect.stringContaining(problem) });
  });

  it('are at most as many as the service reports at once', () => {
    expect(spanOf('own', { from: '2026-08-25', to: today }, today)).toEqual({ first: '2026-08-25', last: today });
  });

  it('go on until now where they include today, and end with the midnight after them where not', () => {
    expect(askedFor({ first: '2026-11-01', last: today }, today)).toEqual({ from: '2026-11-01' });
    expect(askedFor({ first: '2026-10-01', last: '2026-10-31' }, today)).toEqual({
      from: '2026-10-01',
      to: '2026-11-01',
    });
  });
});
