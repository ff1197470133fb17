import { describe, expect, it } from 'vitest';
import { type Limits, limitsOf, noLimits, type SomeLimits } from '../../../../shared/contract/shapes/limits.ts';
import { newKey } from '../../../../shared/domain/accounts/keys/issue-key.ts';
import { RESERVED_SECONDS } from '../../../../shared/domain/billing/budgets/reservation.ts';
import { aPerson } from '../../../support/accounts/people/a-person.ts';
import { refused, start, started, Tenant, together } from '../../../support/sandboxes/tenant.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();

const AT_ONCE = 18;
const PATIENCE = 120_000;

/** A member who uses a token and two keys. The member's own limits bound both, as the outermost lineage of keys. */
function aMember(tenant: Tenant, some: SomeLimits) {
  const { id } = aPerson();
  const limits = limitsOf(some);
  const byKey = (own: Limits) => {
    const { record } = newKey({ ownerId: tenant.ownerId, name: null, expiresAt: null, limits: own }, new Date());
    return start(tenant, record.key_id, own, { above: [{ id, limits }] });
  };
  return { id, calls: [start(tenant, id, limits), byKey(noLimits), byKey(limitsOf({ sandboxes: 9 }))] };
}

/** A started sandbox of the tenant, for its size and price. */
async function anExample(tenant: Tenant) {
  const [id = ''] = started([await start(tenant, 'example')()]);
  const sandbox = await tenant.sandboxes.find(tenant.ownerId, id);
  if (!sandbox) throw new Error('the sandbox did not start');
  return sandbox;
}

describe(`${AT_ONCE} concurrent starts of a member by a token and two keys`, () => {
  it(
    'are admitted exactly up to the limit of the member',
    async () => {
      const tenant = new Tenant(tables, 1000);
      const member = aMember(tenant, { sandboxes: 5 });
      const other = aMember(tenant, { sandboxes: 2 });

      const answers = await together(member.calls, AT_ONCE);

      expect(started(answers)).toHaveLength(5);
      expect(refused(answers)).toEqual({ concurrency_limit_exceeded: AT_ONCE - 5 });
      expect(started(await together(other.calls, 6))).toHaveLength(2);
      const { recorded, true: truth } = await tenant.counts();
      expect(recorded).toEqual(truth);
      expect(truth.keys[member.id]).toBe(5);
      expect(truth.keys[other.id]).toBe(2);
    },
    PATIENCE,
  );

  it(
    'are admitted exactly as far as the vCPUs of the member suffice',
    async () => {
      const tenant = new Tenant(tables, 1000);
      const { size } = await anExample(tenant);
      const member = aMember(tenant, { vcpus: (3 * size.cpu_units) / 1024 });

      const answers = await together(member.calls, AT_ONCE);

      expect(started(answers)).toHaveLength(3);
      const { recorded, true: truth } = await tenant.counts();
      expect(recorded).toEqual(truth);
    },
    PATIENCE,
  );

  it(
    'are admitted exactly as far as the money of the member suffices, and what they have spent counts',
    async () => {
      const tenant = new Tenant(tables, 1000);
      const { reserved_micro_usd: price } = await anExample(tenant);
      expect(price).toBeGreaterThan(0);
      const member = aMember(tenant, { monthly_budget_usd: (50_000 + 4 * price) / 1e6 });
      tenant.usage.set(tenant.ownerId, { microUsd: 50_000 }, member.id);

      const answers = await together(member.calls, AT_ONCE);

      expect(started(answers)).toHaveLength(4);
      expect(refused(answers)).toEqual({ quota_exceeded: AT_ONCE - 4 });
    },
    PATIENCE,
  );

  it(
    'are admitted exactly as far as the hours of the member suffice',
    async () => {
      const tenant = new Tenant(tables, 1000);
      const member = aMember(tenant, { monthly_sandbox_hours: (3.5 * RESERVED_SECONDS) / 3600 });

      expect(started(await together(member.calls, AT_ONCE))).toHaveLength(3);
    },
    PATIENCE,
  );
});
