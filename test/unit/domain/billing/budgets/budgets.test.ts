import { describe, expect, it } from 'vitest';
import { accountOf } from '../../../../../shared/domain/billing/budgets/account.ts';
import { settlement } from '../../../../../shared/domain/billing/budgets/budgets.ts';
import { monthEnd, monthOf } from '../../../../../shared/domain/billing/budgets/monthly-budget.ts';
import { RESERVED_SECONDS, reservedFor } from '../../../../../shared/domain/billing/budgets/reservation.ts';
import { tightest } from '../../../../../shared/domain/billing/budgets/tightest.ts';
import { ownerAccountsSuite } from '../../../../support/billing/owner-accounts.suite.ts';
import { MemorySandboxStore } from '../../../../support/sandboxes/memory-sandbox-store.ts';
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

const none = { limit: null, used: 7 };

it.each([
  ['the one with the least left', [none, { limit: 9, used: 1 }, { limit: 20, used: 19 }], 2],
  ['the first of equal ones', [{ limit: 3, used: 1 }, { limit: 4, used: 2 }, none], 0],
  [
    'one whose use is not known as if nothing was used',
    [
      { limit: 3, used: 1 },
      { limit: 3, used: null },
    ],
    0,
  ],
  ['one without a limit only where none has one', [none, { limit: null, used: 0 }], 0],
] as const)('the tightest bound is %s', (_, bounds, index) => {
  const [first, ...others] = bounds;

  expect(tightest<{ limit: number | null; used: number | null }>([first, ...others])).toBe(bounds[index]);
});

describe('accounts in memory', () => {
  const store = new MemorySandboxStore();
  ownerAccountsSuite(() => ({
    store,
    accounts: store,
    setLimits: async (owner_id, limits) => {
      store.limits.set(owner_id, accountOf({ owner_id, ...limits }).limits);
    },
    spoilKeyCount: async (ownerId, keyId, difference) => {
      const counts = store.activeByLineage.get(ownerId);
      store.activeByLineage.set(ownerId, new Map(counts).set(keyId, (counts?.get(keyId) ?? 0) + difference));
    },
    published: async (ownerId) => store.published.filter((event) => event.ownerId === ownerId).map(({ id }) => id),
  }));
});
