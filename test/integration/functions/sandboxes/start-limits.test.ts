import { describe, expect, it } from 'vitest';
import { deleteSandbox } from '../../../../functions/sandboxes/delete-sandbox.ts';
import { pauseSandbox } from '../../../../functions/sandboxes/pause-sandbox.ts';
import { resumeSandbox } from '../../../../functions/sandboxes/resume-sandbox.ts';
import { startSandbox } from '../../../../functions/sandboxes/start-sandbox.ts';
import { RESERVED_SECONDS } from '../../../../shared/domain/billing/budgets/reservation.ts';
import { insist, refused, start, started, Tenant, together } from '../../../support/sandboxes/tenant.ts';
import { searchSize } from '../../../support/search-size.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();

const AT_ONCE = searchSize.starts;
const PATIENCE = 240_000;

describe(`${AT_ONCE} concurrent starts`, () => {
  it(
    'are admitted exactly up to the limit of the owner',
    async () => {
      const tenant = new Tenant(tables, 1000);
      await tenant.set({ sandbox_limit: 23 });
      const calls = ['a', 'b', 'c', 'd'].map((key) => start(tenant, key));

      const answers = await together(calls, AT_ONCE);

      expect(started(answers)).toHaveLength(23);
      expect(refused(answers)).toEqual({ concurrency_limit_exceeded: AT_ONCE - 23 });
      const counts = await tenant.counts();
      expect(counts.recorded).toEqual(counts.true);
      expect(counts.true.owner).toBe(23);
    },
    PATIENCE,
  );

  it(
    'are admitted up to the limits of each key and of the owner',
    async () => {
      const tenant = new Tenant(tables, 20);
      const calls = [
        start(tenant, 'small', { sandboxes: 3 }),
        start(tenant, 'large', { sandboxes: 9 }),
        start(tenant, 'free'),
      ];

      const answers = await together(calls, AT_ONCE);

      expect(started(answers)).toHaveLength(20);
      const { recorded, true: truth } = await tenant.counts();
      expect(recorded).toEqual(truth);
      expect(truth.owner).toBe(20);
      expect(truth.keys.small).toBeLessThanOrEqual(3);
      expect(truth.keys.large).toBeLessThanOrEqual(9);
    },
    PATIENCE,
  );

  it(
    'are admitted exactly as far as the budget of the owner suffices',
    async () => {
      const tenant = new Tenant(tables, 1000);
      tenant.usage.set(tenant.ownerId, { sandboxSeconds: 3600 });
      // One hour is used. The rest covers 17.5 starts.
      await tenant.set({ monthly_sandbox_hours: 1 + (17.5 * RESERVED_SECONDS) / 3600 });
      const calls = ['a', 'b'].map((key) => start(tenant, key));

      const answers = await together(calls, AT_ONCE);

      expect(started(answers)).toHaveLength(17);
      expect(refused(answers)).toEqual({ quota_exceeded: AT_ONCE - 17 });
      const { settled } = await tenant.accounts.account(tenant.ownerId);
      expect(settled?.owner.seconds).toBe(3600 + 17 * RESERVED_SECONDS);
    },
    PATIENCE,
  );

  it(
    'are admitted exactly as far as the monetary budget of each key suffices',
    async () => {
      const tenant = new Tenant(tables, 1000);
      const [example] = started([await start(tenant, 'example')()]);
      const row = await tenant.sandboxes.find(tenant.ownerId, example ?? '');
      const price = row?.reserved_micro_usd ?? 0;
      expect(price).toBeGreaterThan(0);
      tenant.usage.set(tenant.ownerId, { microUsd: 50_000 }, 'poor');
      const poor = start(tenant, 'poor', { monthly_budget_usd: (50_000 + 5 * price) / 1e6 });
      const rich = start(tenant, 'rich', { monthly_budget_usd: (15 * price) / 1e6 });

      const [poorer, richer] = await Promise.all([together([poor], AT_ONCE / 4), together([rich], AT_ONCE / 2)]);

      expect([started(poorer).length, started(richer).length]).toEqual([5, 15]);
    },
    PATIENCE,
  );
});

describe('starts with concurrent pauses, deletions and resumes', () => {
  it(
    'never exceed a limit, and leave correct counts with a usable rest',
    async () => {
      const tenant = new Tenant(tables, 10);
      const keys = [
        { id: 'a', deps: tenant.deps(), limits: { sandboxes: 4 } },
        { id: 'b', deps: tenant.deps(), limits: { sandboxes: 5 } },
        { id: 'c', deps: tenant.deps(), limits: {} },
      ];
      const known: string[] = [];
      const dice = aDice(7);
      const act = async (n: number): Promise<void> => {
        const { id: keyId, deps, limits } = keys[n % 3] ?? { id: 'c', deps: tenant.deps(), limits: {} };
        const input = { ...tenant.input(keyId, limits), params: { sandbox_id: known[dice(known.length)] ?? '' } };
        const which = known.length === 0 ? 0 : dice(10);
        if (which < 5) {
          const query = { on_limit: which === 0 ? ('pause_oldest' as const) : ('reject' as const) };
          known.push(...started([await insist(() => startSandbox.run({ ...input, params: undefined, query }, deps))]));
        } else if (which < 7) await insist(() => pauseSandbox.run({ ...input, query: undefined }, deps));
        else if (which < 9) await insist(() => resumeSandbox.run(input, deps));
        else await insist(() => deleteSandbox.run({ ...input, query: undefined }, deps));
        expect((await tenant.accounts.account(tenant.ownerId)).active).toBeLessThanOrEqual(10);
      };

      for (let round = 0; round < 4; round += 1)
        await Promise.all(Array.from({ length: AT_ONCE / 4 }, (_, n) => act(n)));

      const { recorded, true: truth } = await tenant.counts();
      expect(recorded).toEqual(truth);
      expect(truth.keys.a ?? 0).toBeLessThanOrEqual(4);
      expect(truth.keys.b ?? 0).toBeLessThanOrEqual(5);
      expect(started(await together([start(tenant, 'c')], 12))).toHaveLength(10 - truth.owner);
    },
    PATIENCE,
  );
});

function aDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}
