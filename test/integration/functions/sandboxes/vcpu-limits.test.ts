import { describe, expect, it } from 'vitest';
import { pauseSandbox } from '../../../../functions/sandboxes/pause-sandbox.ts';
import { resumeSandbox } from '../../../../functions/sandboxes/resume-sandbox.ts';
import { startSandbox } from '../../../../functions/sandboxes/start-sandbox.ts';
import { insist, refused, start, started, Tenant, together } from '../../../support/sandboxes/tenant.ts';
import { searchSize } from '../../../support/search-size.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();

const AT_ONCE = searchSize.starts;
const PATIENCE = 240_000;

describe(`the vCPU limit and ${AT_ONCE} concurrent starts`, () => {
  it(
    'admits exactly as many as fit',
    async () => {
      const tenant = new Tenant(tables, 1000);
      await tenant.set({ vcpu_limit: 13 });
      const calls = ['a', 'b', 'c'].map((key) => start(tenant, key, {}, {}, { cpu: 2 }));

      const answers = await together(calls, AT_ONCE);

      expect(started(answers)).toHaveLength(6);
      expect(refused(answers)).toEqual({ concurrency_limit_exceeded: AT_ONCE - 6 });
      const { recorded, true: truth } = await tenant.counts();
      expect(recorded).toEqual(truth);
      expect(truth.cpuUnits).toBe(12 * 1024);
    },
    PATIENCE,
  );

  it(
    'holds for sizes of all kinds, and for each key',
    async () => {
      const tenant = new Tenant(tables, 1000);
      await tenant.set({ vcpu_limit: 10 });
      const calls = [
        start(tenant, 'small', { vcpus: 2.5 }, {}, { cpu: 0.5 }),
        start(tenant, 'large', { vcpus: 7 }, {}, { cpu: 4 }),
        start(tenant, 'free', {}, {}, { cpu: 2 }),
      ];

      await together(calls, AT_ONCE);

      const { recorded, true: truth } = await tenant.counts();
      expect(recorded).toEqual(truth);
      expect(truth.cpuUnits).toBeGreaterThan(8 * 1024);
      expect(truth.cpuUnits).toBeLessThanOrEqual(10 * 1024);
      expect(truth.cpuUnitsByKey.small ?? 0).toBeLessThanOrEqual(2.5 * 1024);
      expect(truth.cpuUnitsByKey.large ?? 0).toBeLessThanOrEqual(4 * 1024);
    },
    PATIENCE,
  );
});

describe('the vCPU limit', () => {
  it('counts a resume with its new size, also among concurrent ones', { timeout: PATIENCE }, async () => {
    const tenant = new Tenant(tables, 1000);
    const ids = started(await together([start(tenant, 'a')], 6));
    const one = (id: string) => ({ ...tenant.input('a'), params: { sandbox_id: id }, query: undefined });
    for (const id of ids) await insist(() => pauseSandbox.run(one(id), tenant.deps()));
    await tenant.set({ vcpu_limit: 9 });
    const body = { resources: { cpu: 4 } };
    const query = { on_limit: 'reject' as const };

    const answers = await Promise.all(
      ids.map((id) => insist(() => resumeSandbox.run({ ...one(id), query, body }, tenant.deps()))),
    );

    expect(answers.filter((answer) => 'success' in answer)).toHaveLength(2);
    const { recorded, true: truth } = await tenant.counts();
    expect(recorded).toEqual(truth);
    expect([truth.owner, truth.cpuUnits]).toEqual([2, 8 * 1024]);
  });

  it('is kept by pausing the oldest sandboxes that have enough vCPUs together', { timeout: PATIENCE }, async () => {
    const tenant = new Tenant(tables, 1000);
    await tenant.set({ vcpu_limit: 7 });
    const ids: string[] = [];
    for (const cpu of [1, 2, 4]) {
      // Ids of one moment have no order.
      tenant.clock.advance(1);
      ids.push(...started([await start(tenant, 'a', {}, {}, { cpu })()]));
    }
    const input = { ...tenant.input('a'), params: undefined, body: { resources: { cpu: 2 } } };

    await startSandbox.run({ ...input, query: { on_limit: 'pause_oldest' } }, tenant.deps());

    const rows = await tenant.sandboxes.findMany(tenant.ownerId, ids);
    const desired = Object.fromEntries(rows.map((row) => [row.sandbox_id, row.desired]));
    expect(ids.map((id) => desired[id])).toEqual(['PAUSED', 'PAUSED', 'RUNNING']);
    const { recorded, true: truth } = await tenant.counts();
    expect(recorded).toEqual(truth);
  });
});
