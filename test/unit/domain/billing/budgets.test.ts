import { beforeEach, describe, expect, it } from 'vitest';
import { type Limits, noLimits } from '../../../../shared/contract/shapes/limits.ts';
import { accountOf } from '../../../../shared/domain/billing/budgets/account.ts';
import { settlement } from '../../../../shared/domain/billing/budgets/budgets.ts';
import { monthEnd, monthOf } from '../../../../shared/domain/billing/budgets/monthly-budget.ts';
import { RESERVED_SECONDS, reservedFor } from '../../../../shared/domain/billing/budgets/reservation.ts';
import { tightest } from '../../../../shared/domain/billing/budgets/tightest.ts';
import { SweepCursors } from '../../../../shared/domain/maintenance/sweep-progress.ts';
import { SweepRun } from '../../../../shared/domain/maintenance/sweep-run.ts';
import { sweepBudgets, watchBudgets } from '../../../../shared/domain/maintenance/watch-budgets.ts';
import { isCounted } from '../../../../shared/domain/sandboxes/record/conditions.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { MemoryUsage, memoryBudgets } from '../../../support/billing/memory-usage.ts';
import { ownerAccountsSuite } from '../../../support/billing/usage.suite.ts';
import { MemorySweepProgress } from '../../../support/maintenance/memory-sweep-progress.ts';
import { SettableClock } from '../../../support/platform/settable-clock.ts';
import { increase, increaseAll } from '../../../support/sandboxes/count-maps.ts';
import { MemorySandboxStore } from '../../../support/sandboxes/memory-sandbox-store.ts';
import { aRunningSandbox } from '../../../support/sandboxes/sandbox-data.ts';

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
    const byLineage = new Map([['a', { microUsd: 40, modelMicroUsd: 30, sandboxSeconds: 100.25 }]]);

    const settled = settlement(
      { microUsd: 900, modelMicroUsd: 30, sandboxSeconds: 1000.5, byLineage },
      counted,
      ['a', 'b', 'a'],
      now,
    );

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
    suspend: async (ownerId, at) => {
      if (at === null) store.suspended.delete(ownerId);
      else store.suspended.set(ownerId, { at, reason: null });
    },
    spoilKeyCount: async (ownerId, keyId, difference) => {
      const counts = store.activeByLineage.get(ownerId);
      store.activeByLineage.set(ownerId, new Map(counts).set(keyId, (counts?.get(keyId) ?? 0) + difference));
    },
    spoilCpuUnits: async (ownerId, keyId, difference) => {
      increase(store.cpuUnits, ownerId, difference);
      increaseAll(store.cpuUnitsByLineage, ownerId, new Map([[keyId, difference]]));
    },
    published: async (ownerId) => store.published.filter((event) => event.ownerId === ownerId).map(({ id }) => id),
  }));
});

const HOUR = 3600;
let clock: SettableClock;
let store: MemorySandboxStore;
let usage: MemoryUsage;
beforeEach(() => {
  clock = new SettableClock('2026-11-21T13:00:00.000Z');
  store = new MemorySandboxStore(clock.now);
  usage = new MemoryUsage();
});

const limit = (limits: Readonly<Record<string, number>>) =>
  store.limits.set('ann', accountOf({ owner_id: 'ann', ...limits }).limits);
const watch = (keys: Readonly<Record<string, Limits>> = {}) =>
  watchBudgets('ann', new Map(Object.entries(keys)), {
    budgets: memoryBudgets(store, clock.now, usage),
    accounts: store,
    sandboxes: store,
    now: clock.now,
  });
const add = async (overrides: Partial<Sandbox> = {}) => {
  const sandbox = aRunningSandbox(overrides);
  await store.save([{ previous: null, next: sandbox }]);
  return sandbox;
};
/** Without the events at half of a budget, which come before each warning. */
const warnings = () => store.published.filter(({ type }) => type !== 'budget.half_used');
const published = () => warnings().map(({ type, data }) => [type, data.key_id, data.unit, data.limit, data.used]);
const running = () => [...store.rows.values()].filter(isCounted).length;

describe('budget of an owner', () => {
  it('is told about once when half of it is used', async () => {
    limit({ monthly_budget_usd: 1 });
    usage.set('ann', { microUsd: 499_999 });
    await watch();
    expect(store.published).toEqual([]);
    usage.set('ann', { microUsd: 500_000 });
    await watch();
    await watch();
    expect(store.published.map(({ type, data }) => [type, data.used])).toEqual([['budget.half_used', 0.5]]);
  });

  it('publishes nothing below 80 %, then a single warning', async () => {
    limit({ monthly_sandbox_hours: 10 });
    await add();
    usage.set('ann', { sandboxSeconds: 8 * HOUR - 1 });
    await watch();
    expect(published()).toEqual([]);

    usage.set('ann', { sandboxSeconds: 8 * HOUR });
    for (let n = 0; n < 3; n += 1) expect(await watch()).toBe(0);

    expect(published()).toEqual([['budget.warning', null, 'sandbox_hours', 10, 8]]);
    expect(warnings()[0]?.data).toMatchObject({
      scope: 'owner',
      month: '2026-11',
      resets_at: '2026-12-01T00:00:00.000Z',
    });
    expect(running()).toBe(1);
  });

  it('pauses all sandboxes of the owner when it is used up, and publishes that', async () => {
    limit({ monthly_budget_usd: 2 });
    const [sandbox] = [await add(), await add({ api_key_id: 'other' }), await add({ owner_id: 'bob' })];
    usage.set('ann', { microUsd: 2_000_000 });

    expect(await watch()).toBe(2);
    expect(await watch()).toBe(0);

    expect(published().map(([type]) => type)).toEqual(['budget.warning', 'budget.exhausted']);
    expect(await store.find('ann', sandbox.sandbox_id)).toMatchObject({
      desired: 'PAUSED',
      pause_reason: 'budget',
      status_reason: { code: 'budget_exhausted' },
    });
    expect(running()).toBe(1);
  });

  it('publishes warnings again for a raised budget and for the next month', async () => {
    limit({ monthly_budget_usd: 1 });
    usage.set('ann', { microUsd: 1_000_000 });
    await watch();
    limit({ monthly_budget_usd: 1.2 });
    await watch();
    clock.set('2026-12-01T00:00:30.000Z');
    await watch();

    expect(published().map(([type, , , most]) => [type, most])).toEqual([
      ['budget.warning', 1],
      ['budget.exhausted', 1],
      ['budget.warning', 1.2],
      ['budget.warning', 1.2],
    ]);
    expect(warnings().map(({ data }) => data.month)).toEqual(['2026-11', '2026-11', '2026-11', '2026-12']);
  });

  it('pauses no sandbox for reservations alone', async () => {
    limit({ monthly_sandbox_hours: 0.01 });
    await add();

    expect(await watch()).toBe(0);
    expect(running()).toBe(1);
  });

  it('leaves a failed sandbox in ERROR with its own reason', async () => {
    limit({ monthly_sandbox_hours: 0 });
    const reason = { code: 'agent_not_ready', message: '', remedy: '', retryable: true };
    const { sandbox_id: id } = await add({ stop_into: 'ERROR', phase: 'STOPPING', status_reason: reason });

    await watch();

    expect(await store.find('ann', id)).toMatchObject({ desired: 'PAUSED', status_reason: reason });
  });
});

describe('budget of a lineage', () => {
  it('pauses exactly the sandboxes that keys of the lineage and its descendants started', async () => {
    const maker = { id: 'maker', limits: { ...noLimits, monthly_budget_usd: 1 } };
    const child = { id: 'child', limits: { ...noLimits, monthly_budget_usd: 0.5 } };
    const rows = [
      await add({ api_key_id: 'successor', lineages: [maker] }),
      await add({ api_key_id: 'child', lineages: [child, maker] }),
      await add({ api_key_id: 'other' }),
    ];
    usage.set('ann', { microUsd: 1_000_000 }, 'maker');
    usage.set('ann', { microUsd: 100_000 }, 'child');

    expect(await watch({ maker: maker.limits, child: child.limits })).toBe(2);

    const desired = await Promise.all(rows.map(async ({ sandbox_id: id }) => (await store.find('ann', id))?.desired));
    expect(desired).toEqual(['PAUSED', 'PAUSED', 'RUNNING']);
    expect(published()).toEqual([
      ['budget.warning', 'maker', 'usd', 1, 1],
      ['budget.exhausted', 'maker', 'usd', 1, 1],
    ]);
  });
});

describe('budget of a member', () => {
  const member = '3f0c7a52-1f0f-8f0e-8a6d-0123456789ab';
  const sweepWith = async (budget: number | null) => {
    const limits = { ...noLimits, monthly_budget_usd: budget };
    const row = { person_id: member, owner_id: 'ann', role: 'member' as const, status: 'ACTIVE' as const };
    const other = { managed: false, joined_at: clock.now().toISOString(), email: null, name: null, revision: 0 };
    const run = new SweepRun(clock.now, await SweepCursors.read(new MemorySweepProgress(), clock.now));
    const rows = [...store.rows.values()].map((row) => ({ ...row, entry: null }));
    const found = new Map([['ann', await store.account('ann')]]);
    await sweepBudgets(run, rows, found, {
      budgets: memoryBudgets(store, clock.now, usage),
      accounts: store,
      sandboxes: store,
      members: { find: async () => ({ ...row, ...other, limits }) },
      now: clock.now,
    });
  };

  it('is the one of now, not that of the start', async () => {
    await add({
      api_key_id: 'laptop',
      lineages: [
        { id: 'laptop', limits: noLimits },
        { id: member, limits: noLimits },
      ],
    });
    usage.set('ann', { microUsd: 2_000_000 }, member);
    await sweepWith(null);
    await sweepWith(3);
    expect(running()).toBe(1);

    await sweepWith(2);

    expect(running()).toBe(0);
    const { data } = store.published.at(-1) ?? {};
    expect(data).toMatchObject({ scope: 'member', key_id: null, user_id: member, limit: 2 });
  });
});

describe('budget of a key', () => {
  it('pauses only sandboxes that the key started', async () => {
    const [poor, rich] = [await add({ api_key_id: 'poor' }), await add({ api_key_id: 'rich' })];
    usage.set('ann', { microUsd: 5_000_000 });
    usage.set('ann', { microUsd: 1_000_000 }, 'poor');

    const paused = await watch({
      poor: { ...noLimits, monthly_budget_usd: 1 },
      rich: { ...noLimits, monthly_budget_usd: 9, monthly_sandbox_hours: HOUR / 3600 },
    });

    expect(paused).toBe(1);
    expect(await store.find('ann', poor.sandbox_id)).toMatchObject({ desired: 'PAUSED', pause_reason: 'budget' });
    expect(await store.find('ann', rich.sandbox_id)).toMatchObject({ desired: 'RUNNING' });
    expect(published()).toEqual([
      ['budget.warning', 'poor', 'usd', 1, 1],
      ['budget.exhausted', 'poor', 'usd', 1, 1],
    ]);
  });
});
