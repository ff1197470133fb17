import { describe, expect, it } from 'vitest';
import { pauseSandbox } from '../../../../functions/sandboxes/pause-sandbox.ts';
import { resumeSandbox } from '../../../../functions/sandboxes/resume-sandbox.ts';
import { limitsOf, type SomeLimits } from '../../../../shared/contract/shapes/limits.ts';
import { orderFrom, successorOf } from '../../../../shared/domain/accounts/keys/change-keys.ts';
import { newKey } from '../../../../shared/domain/accounts/keys/issue-key.ts';
import type { KeyRecord } from '../../../../shared/domain/accounts/keys/key-record.ts';
import { RESERVED_SECONDS } from '../../../../shared/domain/billing/budgets/reservation.ts';
import { insist, refused, start, started, Tenant, together } from '../../../support/sandboxes/tenant.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();

const AT_ONCE = 24;
const PATIENCE = 120_000;

/** A key with limits, its children and the keys that replaced them, which all work. */
function familyOf({ ownerId }: Tenant, limits: SomeLimits, lower: SomeLimits) {
  const now = new Date();
  const made = (giver: KeyRecord, wish: SomeLimits = {}) =>
    newKey(orderFrom(giver, { limits: limitsOf(wish) }, now), now).record;
  const rotated = (old: KeyRecord) => newKey(successorOf(old, { expiresAt: null, createdBy: 'ann' }, now), now).record;
  const parent = newKey({ ownerId, name: null, expiresAt: null, limits }, now).record;
  const child = made(parent, lower);
  return { parent, successor: rotated(parent), equal: made(parent), child, second: rotated(child) };
}

const starting = (tenant: Tenant, key: KeyRecord) => start(tenant, key.key_id, key.limits, key);

describe(`${AT_ONCE} concurrent starts by a key, its children and their successors`, () => {
  it(
    'are admitted exactly up to the limit of the first key',
    async () => {
      const tenant = new Tenant(tables, 1000);
      const family = familyOf(tenant, { sandboxes: 5 }, { sandboxes: 2 });
      const calls = Object.values(family).map((key) => starting(tenant, key));

      const answers = await together(calls, AT_ONCE);

      expect(started(answers)).toHaveLength(5);
      expect(refused(answers)).toEqual({ concurrency_limit_exceeded: AT_ONCE - 5 });
      const { recorded, true: truth } = await tenant.counts();
      expect(recorded).toEqual(truth);
      expect(truth.keys[family.parent.key_id]).toBe(5);
      expect(truth.keys[family.child.key_id] ?? 0).toBeLessThanOrEqual(2);
    },
    PATIENCE,
  );

  it(
    "are admitted exactly up to a child's lower limit, in addition to its parent's usage",
    async () => {
      const tenant = new Tenant(tables, 1000);
      const { parent, child, second } = familyOf(tenant, { sandboxes: 5 }, { sandboxes: 2 });
      expect(started(await together([starting(tenant, parent)], 2))).toHaveLength(2);

      const answers = await together([starting(tenant, child), starting(tenant, second)], AT_ONCE / 2);

      expect(started(answers)).toHaveLength(2);
      expect(started(await together([starting(tenant, parent)], 3))).toHaveLength(1);
    },
    PATIENCE,
  );

  it(
    'are admitted exactly as far as the hours and the money of the first key suffice',
    async () => {
      const [hours, money] = [new Tenant(tables, 1000), new Tenant(tables, 1000)];
      const [example] = started([await start(money, 'example')()]);
      const price = (await money.sandboxes.find(money.ownerId, example ?? ''))?.reserved_micro_usd ?? 0;
      const few = familyOf(hours, { monthly_sandbox_hours: 1 + (4.5 * RESERVED_SECONDS) / 3600 }, { sandboxes: 9 });
      const poor = familyOf(money, { monthly_budget_usd: (50_000 + 4 * price) / 1e6 }, { sandboxes: 9 });
      hours.usage.set(hours.ownerId, { sandboxSeconds: 3600 }, few.parent.key_id);
      money.usage.set(money.ownerId, { microUsd: 50_000 }, poor.parent.key_id);

      const [byHours, byMoney] = await Promise.all([
        together(
          Object.values(few).map((key) => starting(hours, key)),
          AT_ONCE / 2,
        ),
        together(
          Object.values(poor).map((key) => starting(money, key)),
          AT_ONCE / 2,
        ),
      ]);

      expect([started(byHours).length, started(byMoney).length]).toEqual([4, 4]);
      expect(refused(byHours)).toEqual({ quota_exceeded: AT_ONCE / 2 - 4 });
      expect(price).toBeGreaterThan(0);
    },
    PATIENCE,
  );
});

describe('a sandbox of a lineage', () => {
  it('counts for it until it is paused, and for that of the key that resumes it', async () => {
    const tenant = new Tenant(tables, 1000);
    const { parent, child } = familyOf(tenant, { sandboxes: 1 }, { sandboxes: 0 });
    const { parent: stranger } = familyOf(tenant, { sandboxes: 1 }, {});
    const input = (key: KeyRecord, id = '') => ({
      ...tenant.input(key.key_id, key.limits, key),
      params: { sandbox_id: id },
    });
    const [id = ''] = started([await starting(tenant, parent)()]);
    const deps = tenant.deps();

    expect(await insist(() => pauseSandbox.run({ ...input(child, id), query: undefined }, deps))).toEqual({
      success: true,
    });
    expect(await insist(() => resumeSandbox.run(input(child, id), deps))).toEqual({
      code: 'concurrency_limit_exceeded',
    });
    expect(await insist(() => resumeSandbox.run(input(stranger, id), deps))).toEqual({ success: true });

    expect(await starting(tenant, stranger)()).toEqual({ code: 'concurrency_limit_exceeded' });
    expect(started([await starting(tenant, parent)()])).toHaveLength(1);
    const { recorded, true: truth } = await tenant.counts();
    expect(recorded).toEqual(truth);
  });
});
