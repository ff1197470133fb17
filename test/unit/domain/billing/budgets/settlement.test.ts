import { describe, expect, it } from 'vitest';
import { settlement } from '../../../../../shared/domain/billing/budgets/budgets.ts';
import { monthEnd, monthOf } from '../../../../../shared/domain/billing/budgets/monthly-budget.ts';
import { RESERVED_SECONDS, reservedFor } from '../../../../../shared/domain/billing/budgets/reservation.ts';
import { aRunningSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

const now = new Date('2026-11-21T13:00:00.000Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString();

describe('usage of a month', () => {
  it('is the usage of the ledger plus the unpaid rest of each reservation', () => {
    const own = { api_key_id: 'a', reserved_micro_usd: 3000 };
    const counted = [
      aRunningSandbox({ ...own, task_started_at: null }),
      aRunningSandbox({ ...own, task_started_at: ago(100) }),
      aRunningSandbox({ ...own, api_key_id: 'b', task_started_at: ago(RESERVED_SECONDS + 50) }),
    ];
    const byLineage = new Map([['a', { microUsd: 40, sandboxSeconds: 100.25 }]]);

    const settled = settlement({ microUsd: 900, sandboxSeconds: 1000.5, byLineage }, counted, ['a', 'b', 'a'], now);

    expect(settled).toEqual({
      month: '2026-11',
      at: now.toISOString(),
      owner: { microUsd: 900 + 3000 + 2000, seconds: Math.ceil(1000.5 + RESERVED_SECONDS + RESERVED_SECONDS - 100) },
      lineages: new Map([
        ['a', { microUsd: 40 + 3000 + 2000, seconds: Math.ceil(100.25 + 2 * RESERVED_SECONDS - 100) }],
        ['b', { microUsd: 0, seconds: 0 }],
      ]),
    });
  });

  it.each([
    ['2026-11-30T23:59:59.999Z', '2026-11', '2026-12-01T00:00:00.000Z'],
    ['2026-12-31T23:59:59.999Z', '2026-12', '2027-01-01T00:00:00.000Z'],
  ])('at %s is that of %s, until %s', (at, month, end) => {
    expect([monthOf(new Date(at)), monthEnd(new Date(at)).toISOString()]).toEqual([month, end]);
  });

  it("reserves the price of a sandbox's size for the reserved time", () => {
    const size = { cpu_units: 2048, memory_megabytes: 4096, architecture: 'ARM64' } as const;

    // Two vCPUs at 0.03238, 4 GiB at 0.00356 and an address at 0.005 US dollars an hour, for a twelfth of an hour.
    expect(reservedFor(size, now)).toBe(Math.ceil((2 * 32_380 + 4 * 3_560 + 5_000) / 12));
  });
});
