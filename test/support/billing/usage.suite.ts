import { describe, expect, it } from 'vitest';
import { noLimits } from '../../../shared/contract/shapes/limits.ts';
import type { IntegratorEvent } from '../../../shared/domain/accounts/outbox/outbox.ts';
import { accountOf, type Settled, type WatchedAccounts } from '../../../shared/domain/billing/budgets/account.ts';
import { monthOf } from '../../../shared/domain/billing/budgets/monthly-budget.ts';
import { RESERVED_SECONDS } from '../../../shared/domain/billing/budgets/reservation.ts';
import type { StartingKey } from '../../../shared/domain/billing/budgets/start-rules.ts';
import type { SettledSums, SettledSumsStore } from '../../../shared/domain/billing/usage/settled-sums.ts';
import { changed, type Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import { isNothing } from '../../../shared/domain/sandboxes/store/counts.ts';
import type { SandboxStore } from '../../../shared/domain/sandboxes/store/sandbox-store.ts';
import { anOwner } from '../http/walk.ts';
import { aKey, aSandbox, within } from '../sandboxes/sandbox-data.ts';

interface StoredLimits {
  readonly sandbox_limit?: number;
  readonly vcpu_limit?: number;
  readonly monthly_budget_usd?: number;
  readonly monthly_sandbox_hours?: number;
}

interface AccountsFixture {
  readonly store: SandboxStore;
  readonly accounts: WatchedAccounts;
  setLimits(ownerId: string, limits: StoredLimits): Promise<void>;
  /** @param at null lifts the suspension */
  suspend(ownerId: string, at: string | null): Promise<void>;
  spoilKeyCount(ownerId: string, keyId: string, difference: number): Promise<void>;
  /** Of the owner and of the lineage. */
  spoilCpuUnits(ownerId: string, keyId: string, difference: number): Promise<void>;
  published(ownerId: string): Promise<readonly string[]>;
}

const now = new Date();
const free = aKey('free');
/** The sandbox row after a start. */
const chargedTo = ({ id, lineages }: StartingKey) => ({ api_key_id: id, lineages: [...lineages] });
const refused = { name: 'SandboxLimitError' };

export function ownerAccountsSuite(fixture: () => AccountsFixture): void {
  const account = (ownerId: string) => fixture().accounts.account(ownerId);
  const start = async (owner_id: string, key: StartingKey = free, known: StoredLimits = {}) => {
    const next = aSandbox({ owner_id, ...chargedTo(key), reserved_micro_usd: 700 });
    const { limits } = accountOf({ owner_id, ...known });
    await fixture().store.save([{ previous: null, next }], within(5, { key, known: limits }));
    return next;
  };
  const end = async (previous: Sandbox) => {
    await fixture().store.save([{ previous, next: changed(previous, now, { desired: 'PAUSED' }) }]);
  };
  const settled = (owner: number, lineages: Record<string, number> = {}, month = monthOf(now)): Settled => ({
    month,
    at: now.toISOString(),
    owner: { microUsd: owner, seconds: owner },
    lineages: new Map(Object.entries(lineages).map(([id, spent]) => [id, { microUsd: spent, seconds: spent }])),
  });
  const settle = async (ownerId: string, what: Settled) => fixture().accounts.settle(await account(ownerId), what);

  describe('owner account', () => {
    it('is empty before anything happens', async () => {
      expect(await account('nobody at all')).toEqual({
        ownerId: 'nobody at all',
        models: { owner: { closedMicroUsd: 0, inProgress: 0 }, lineages: new Map() },
        active: 0,
        activeByLineage: new Map(),
        cpuUnits: 0,
        cpuUnitsByLineage: new Map(),
        snapshots: 0,
        changes: 0,
        limits: noLimits,
        settled: null,
        suspension: null,
        isDeleting: false,
        isDeleted: false,
        spend: null,
      });
    });

    it('counts sandboxes by the key that started them', async () => {
      const owner = anOwner();
      const first = await start(owner, aKey('a'));
      await start(owner, aKey('a'));
      await start(owner, aKey('b'));
      await end(first);

      expect(await account(owner)).toMatchObject({
        active: 2,
        activeByLineage: new Map([
          ['a', 1],
          ['b', 1],
        ]),
      });
    });

    it('moves a sandbox to the count of the key that resumes it', async () => {
      const owner = anOwner();
      const first = await start(owner, aKey('a'));
      const paused = changed(first, now, { desired: 'PAUSED' });
      await fixture().store.save([{ previous: first, next: paused }]);
      const next = changed(paused, now, { desired: 'RUNNING', ...chargedTo(aKey('b')) });
      await fixture().store.save([{ previous: paused, next }], within(1, { key: aKey('b') }));

      const { active, activeByLineage } = await account(owner);
      expect([active, activeByLineage.get('a') ?? 0, activeByLineage.get('b')]).toEqual([1, 0, 1]);
    });

    it('repairs its counts by key, and removes those of keys without sandboxes', async () => {
      const owner = anOwner();
      await end(await start(owner, aKey('gone')));
      await start(owner, aKey('here'));
      await fixture().spoilKeyCount(owner, 'here', 2);
      await fixture().spoilKeyCount(owner, 'ghost', 1);

      const repair = await fixture().store.repairCounts(owner);

      expect(repair).toMatchObject({
        owner: 0,
        lineages: new Map([
          ['here', -2],
          ['ghost', -1],
        ]),
      });
      const { active, activeByLineage } = await account(owner);
      expect([active, activeByLineage.get('here'), activeByLineage.get('ghost') ?? 0]).toEqual([1, 1, 0]);
      expect(isNothing(await fixture().store.repairCounts(owner))).toBe(true);
    });

    it('counts vCPUs by the size of each sandbox, which only a resume changes', async () => {
      const owner = anOwner();
      const sizeOf = (cpu_units: number) => ({ cpu_units, memory_megabytes: 4096 });
      const key = aKey('a');
      const previous = aSandbox({ owner_id: owner, ...chargedTo(key), size: sizeOf(2048) });
      await fixture().store.save([{ previous: null, next: previous }], within(5, { key }));
      const unitsAfter = async (before: Sandbox, change: Partial<Sandbox>) => {
        const next = changed(before, now, change);
        await fixture().store.save([{ previous: before, next }], within(5, { key }));
        const { cpuUnits, cpuUnitsByLineage } = await account(owner);
        return { next, units: [cpuUnits, cpuUnitsByLineage.get('a') ?? 0] };
      };

      const paused = await unitsAfter(previous, { desired: 'PAUSED' });
      const resumed = await unitsAfter(paused.next, { desired: 'RUNNING', size: sizeOf(4096) });
      const deleted = await unitsAfter(resumed.next, { desired: 'DELETED' });

      expect([paused.units, resumed.units, deleted.units]).toEqual([
        [0, 0],
        [4096, 4096],
        [0, 0],
      ]);
    });

    it('repairs the count of vCPUs', async () => {
      const owner = anOwner();
      await start(owner, aKey('here'));
      await fixture().spoilCpuUnits(owner, 'here', 512);

      const { cpuUnits } = await fixture().store.repairCounts(owner);

      expect(cpuUnits).toEqual({ owner: -512, lineages: new Map([['here', -512]]) });
      expect(await account(owner)).toMatchObject({ cpuUnits: 1024, cpuUnitsByLineage: new Map([['here', 1024]]) });
    });
  });

  describe('suspension', () => {
    it('refuses a start whose limits were read before it, and ends are still counted', async () => {
      const owner = anOwner();
      const running = await start(owner);
      await fixture().suspend(owner, '2026-11-29T07:00:00.000Z');

      await expect(start(owner)).rejects.toMatchObject(refused);
      expect(await account(owner)).toMatchObject({ active: 1, suspension: { at: '2026-11-29T07:00:00.000Z' } });
      await end(running);
      expect(await account(owner)).toMatchObject({ active: 0 });
      await fixture().suspend(owner, null);
      await start(owner);
    });
  });

  describe('sandbox limit', () => {
    it('of an owner replaces the limit of the stage', async () => {
      const owner = anOwner();
      await fixture().setLimits(owner, { sandbox_limit: 1 });
      await start(owner, free, { sandbox_limit: 1 });

      await expect(start(owner, free, { sandbox_limit: 1 })).rejects.toMatchObject(refused);
      await fixture().setLimits(owner, { sandbox_limit: 7 });
      for (let n = 0; n < 6; n += 1) await start(owner, free, { sandbox_limit: 7 });
      await expect(start(owner, free, { sandbox_limit: 7 })).rejects.toMatchObject(refused);
    });

    it("refuses a start that was checked against other limits than the owner's", async () => {
      const owner = anOwner();
      await fixture().setLimits(owner, { sandbox_limit: 3, monthly_sandbox_hours: 100 });

      await expect(start(owner)).rejects.toMatchObject(refused);
      await expect(start(owner, free, { sandbox_limit: 4, monthly_sandbox_hours: 100 })).rejects.toMatchObject(refused);
      await expect(start(owner, free, { sandbox_limit: 3 })).rejects.toMatchObject(refused);
    });

    it('in vCPUs bounds the sum of the sizes, of a key and of an owner', async () => {
      const owner = anOwner();
      const key = aKey('two', { vcpus: 2.5 });
      await start(owner, key);
      await start(owner, key);
      await expect(start(owner, key)).rejects.toMatchObject(refused);

      await fixture().setLimits(owner, { vcpu_limit: 3 });
      await start(owner, free, { vcpu_limit: 3 });
      await expect(start(owner, free, { vcpu_limit: 3 })).rejects.toMatchObject(refused);
      await expect(start(owner, free)).rejects.toMatchObject(refused);
    });

    it('of a key bounds what that key starts', async () => {
      const owner = anOwner();
      const key = aKey('two', { sandboxes: 2 });
      const first = await start(owner, key);
      await start(owner, key);

      await expect(start(owner, key)).rejects.toMatchObject(refused);
      await start(owner);
      await end(first);
      await start(owner, key);
      await expect(start(owner, aKey('none', { sandboxes: 0 }))).rejects.toMatchObject(refused);
    });
  });

  describe('budget', () => {
    const hours = { monthly_sandbox_hours: 1 };

    it('admits no start before its first settlement of the month', async () => {
      const owner = anOwner();
      await fixture().setLimits(owner, hours);
      await expect(start(owner, free, hours)).rejects.toMatchObject(refused);

      expect(await settle(owner, settled(0, {}, '2020-01'))).toBe(true);
      await expect(start(owner, free, hours)).rejects.toMatchObject(refused);

      expect(await settle(owner, settled(0))).toBe(true);
      await start(owner, free, hours);
    });

    it('reserves a share for each start, and refuses a start when less remains', async () => {
      const owner = anOwner();
      await fixture().setLimits(owner, hours);
      await settle(owner, settled(3600 - 2 * RESERVED_SECONDS));

      await start(owner, free, hours);
      const second = await start(owner, free, hours);
      await expect(start(owner, free, hours)).rejects.toMatchObject(refused);

      await end(second);
      expect((await account(owner)).settled?.owner).toEqual({ seconds: 3600, microUsd: 3000 + 2 * 700 });
    });

    it('of a key is separate, and needs a settlement of that key', async () => {
      const owner = anOwner();
      const key = aKey('poor', { monthly_budget_usd: 0.002 });
      await settle(owner, settled(900_000, { other: 0 }));
      await expect(start(owner, key)).rejects.toMatchObject(refused);

      await settle(owner, settled(900_000, { poor: 1000 }));
      await start(owner, key);
      await expect(start(owner, key)).rejects.toMatchObject(refused);

      const { settled: after } = await account(owner);
      expect([...(after?.lineages ?? [])]).toEqual([['poor', { microUsd: 1700, seconds: 1000 + RESERVED_SECONDS }]]);
      expect(after?.owner).toEqual({ microUsd: 900_700, seconds: 900_000 + RESERVED_SECONDS });
    });

    it('is not settled when a start overtakes the settlement', async () => {
      const owner = anOwner();
      const seen = await account(owner);
      await start(owner);

      expect(await fixture().accounts.settle(seen, settled(0))).toBe(false);
      expect((await account(owner)).settled).toBeNull();
    });

    it('warning is published once, and kept until it cannot occur again', async () => {
      const ownerId = anOwner();
      const month = monthOf(now);
      const until = new Date(now.getTime() + 31 * 86_400_000);
      const event: IntegratorEvent = {
        ownerId,
        type: 'budget.warning',
        objectId: 'budget-owner-usd',
        id: `budget-owner-usd/${month}/1/budget.warning`,
        occurredAt: now.toISOString(),
        data: { month },
      };
      const outcomes = [];
      for (let n = 0; n < 3; n += 1) outcomes.push(await fixture().accounts.publishOnce(event, until));

      expect(outcomes).toEqual([true, false, false]);
      expect(await fixture().published(ownerId)).toEqual([event.id]);
    });
  });
}

interface SettledSumsFixture {
  readonly sums: SettledSumsStore;
  countLateEntry(ownerId: string): Promise<void>;
}

export function settledSumsSuite(fixture: () => SettledSumsFixture): void {
  const upTo = (settledTo: string): SettledSums => ({
    month: '2026-11',
    pricedBy: 'a1',
    settledTo,
    sums: new Map([
      ['key-1', { cost: 10n ** 30n + 1n, modelCost: 10n ** 29n, runningMs: 3n }],
      [null, { cost: 0n, modelCost: 0n, runningMs: 0n }],
    ]),
  });

  describe('settled sums', () => {
    it('do not exist before the first save', async () => {
      expect(await fixture().sums.find(anOwner())).toEqual({ lateEntries: 0, settled: null });
    });

    it('are read exactly as they were saved', async () => {
      const { sums } = fixture();
      const owner = anOwner();

      expect(await sums.save(owner, await sums.find(owner), upTo('one'))).toBe(true);

      expect(await sums.find(owner)).toEqual({ lateEntries: 0, settled: upTo('one') });
      expect((await sums.find(anOwner())).settled).toBeNull();
    });

    it('are removed by a late entry, and can be saved again', async () => {
      const { sums, countLateEntry } = fixture();
      const owner = anOwner();
      await sums.save(owner, await sums.find(owner), upTo('one'));

      await countLateEntry(owner);

      const seen = await sums.find(owner);
      expect(seen).toEqual({ lateEntries: 1, settled: null });
      expect(await sums.save(owner, seen, upTo('two'))).toBe(true);
      expect(await sums.find(owner)).toEqual({ lateEntries: 1, settled: upTo('two') });
    });

    it('are not saved when a late entry came after the ledger was read', async () => {
      const { sums, countLateEntry } = fixture();
      const owner = anOwner();
      const seen = await sums.find(owner);
      await countLateEntry(owner);

      expect(await sums.save(owner, seen, upTo('one'))).toBe(false);
      expect(await sums.find(owner)).toEqual({ lateEntries: 1, settled: null });
    });

    it('of one of two concurrent settlements based on the same sums are saved', async () => {
      const { sums } = fixture();
      const owner = anOwner();
      await sums.save(owner, await sums.find(owner), upTo('one'));
      const seen = await sums.find(owner);

      const saved = await Promise.all(['two', 'three'].map((to) => sums.save(owner, seen, upTo(to))));

      expect(saved.toSorted()).toEqual([false, true]);
    });
  });
}
