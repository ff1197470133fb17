import { describe, expect, it } from 'vitest';
import { creationOf } from '../../../shared/domain/sandboxes/intent/intents.ts';
import { deletionOf, newReceipt } from '../../../shared/domain/sandboxes/record/receipt.ts';
import { changed, type Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import { type SandboxStore, segmentOf, WATCH_SEGMENTS } from '../../../shared/domain/sandboxes/store/sandbox-store.ts';
import { anOwner, collect, failuresOf } from '../http/walk.ts';
import { aSandbox, within } from './sandbox-data.ts';

const now = new Date('2026-11-21T13:00:00.000Z');
const NO_LIMIT = 1000;
const nothingMended = { owner: 0, lineages: new Map() };
const inADay = () => Math.floor(Date.now() / 1000) + 86_400;
const anHourAgo = () => Math.floor(Date.now() / 1000) - 3_600;

export interface RecordsFixture {
  readonly store: SandboxStore;
  spoilCount(ownerId: string, difference: number): Promise<void>;
}

export function sandboxRecordsSuite(fixture: () => RecordsFixture): void {
  const store = () => fixture().store;
  const add = async (overrides: Partial<Sandbox>): Promise<Sandbox> => {
    const sandbox = aSandbox(overrides);
    await store().save([{ previous: null, next: sandbox }], within(NO_LIMIT));
    return sandbox;
  };
  const change = async (previous: Sandbox, difference: Partial<Sandbox>): Promise<Sandbox> => {
    const next = changed(previous, now, difference);
    await store().save([{ previous, next }], within(NO_LIMIT));
    return next;
  };
  const countOf = async (owner: string) => (await collect(store().counts())).find(({ ownerId }) => ownerId === owner);

  describe('list of sandboxes that do not rest, by segment', () => {
    const place = ({ phase_since, owner_id, sandbox_id }: Sandbox) => ({ phase_since, owner_id, sandbox_id });

    it('has each once, the longest in its phase first, and goes on behind a place', async () => {
      const owner_id = anOwner();
      const times = ['2026-11-21T12:00:03.000Z', '2026-11-21T12:00:01.000Z', '2026-11-21T12:00:02.000Z'];
      const added: Sandbox[] = [];
      for (const phase_since of times)
        for (let made = 0; made < WATCH_SEGMENTS; made += 1) added.push(await add({ owner_id, phase_since }));

      const found: string[] = [];
      for (let segment = 0; segment < WATCH_SEGMENTS; segment += 1) {
        const own = (await collect(store().watchedIn(segment, null))).filter((row) => row.owner_id === owner_id);
        const [first, ...rest] = own;
        if (!first) throw new Error(`segment ${segment} is empty`);
        const behind = await collect(store().watchedIn(segment, place(first)));

        expect(own.map(({ phase_since: since }) => since)).toEqual(times.toSorted());
        expect(behind.filter((row) => row.owner_id === owner_id)).toEqual(rest);
        found.push(...own.map(({ sandbox_id: id }) => id));
      }
      expect(found.toSorted()).toEqual(added.map(({ sandbox_id: id }) => id).toSorted());
    });

    it('goes on behind the place of one that is gone', async () => {
      const owner_id = anOwner();
      const gone = await add({ owner_id });
      await change(gone, { phase: 'PAUSED', desired: 'PAUSED' });

      const behind = await collect(store().watchedIn(segmentOf(gone), place(gone)));

      expect(behind.map(({ sandbox_id: id }) => id)).not.toContain(gone.sandbox_id);
    });
  });

  describe('list of sandboxes with disks', () => {
    const storedIds = async () => new Set((await collect(store().stored())).map(({ sandbox_id: id }) => id));

    it.each<[string, Partial<Sandbox>]>([
      ['a volume', { volume_id: 'vol-1' }],
      ['a snapshot', { snapshot_id: 'snap-1' }],
      ['a snapshot from before', { previous_snapshot_id: 'snap-0' }],
      ['a snapshot under way', { saving_snapshot_id: 'snap-2' }],
      ['something to discard', { discards: [{ kind: 'volume', id: 'vol-0' }] }],
    ])('includes a sandbox with %s, until it has none', async (_, disks) => {
      const sandbox = await add({ owner_id: anOwner(), phase: 'PAUSED', desired: 'PAUSED', ...disks });
      expect(await storedIds()).toContain(sandbox.sandbox_id);

      await change(sandbox, {
        volume_id: null,
        snapshot_id: null,
        previous_snapshot_id: null,
        saving_snapshot_id: null,
        discards: [],
      });

      expect(await storedIds()).not.toContain(sandbox.sandbox_id);
    });

    it('has what the sweep needs, for every owner', async () => {
      const disks = { volume_id: 'vol-1', discards: [{ kind: 'snapshot' as const, id: 'snap-0' }] };
      const [first, second] = [
        await add({ owner_id: anOwner(), ...disks }),
        await add({ owner_id: anOwner(), ...disks }),
      ];
      await add({ owner_id: first.owner_id });

      const rows = await collect(store().stored());

      const { owner_id, sandbox_id, created_at } = first;
      expect(rows.filter((row) => row.owner_id === first.owner_id)).toEqual([
        {
          owner_id,
          sandbox_id,
          created_at,
          phase: 'PENDING',
          generation: 1,
          expires_at: null,
          snapshot_id: null,
          previous_snapshot_id: null,
          saving_snapshot_id: null,
          ...disks,
        },
      ]);
      expect(rows.filter((row) => row.owner_id === second.owner_id)).toHaveLength(1);
    });
  });

  describe('sandbox count of an owner', () => {
    it('shows how often it changed, even when two changes cancel out', async () => {
      const owner_id = anOwner();
      const first = await add({ owner_id });
      expect(await countOf(owner_id)).toMatchObject({ ownerId: owner_id, active: 1, changes: 1 });

      const paused = { previous: first, next: changed(first, now, { desired: 'PAUSED' }) };
      await store().save([{ previous: null, next: aSandbox({ owner_id }) }, paused], within(1));
      expect(await countOf(owner_id)).toMatchObject({ ownerId: owner_id, active: 1, changes: 2 });

      await change(paused.next, { phase: 'STOPPING' });
      expect(await countOf(owner_id)).toMatchObject({ ownerId: owner_id, active: 1, changes: 2 });
    });

    it('is not written when it agrees with the rows', async () => {
      const { owner_id } = await add({ owner_id: anOwner() });

      expect(await store().repairCounts(owner_id)).toEqual(nothingMended);
      expect(await countOf(owner_id)).toMatchObject({ active: 1, changes: 1 });
      expect(await store().repairCounts(anOwner())).toEqual(nothingMended);
    });

    it.each([3, -1])('is repaired when it is off by %i', async (difference) => {
      const owner_id = anOwner();
      await add({ owner_id });
      await add({ owner_id });
      await add({ owner_id, desired: 'PAUSED' });
      await fixture().spoilCount(owner_id, difference);

      expect(await store().repairCounts(owner_id)).toEqual({ owner: -difference, lineages: new Map() });

      expect(await countOf(owner_id)).toMatchObject({ active: 2 });
      const oneMore = { previous: null, next: aSandbox({ owner_id }) };
      await expect(store().save([oneMore], within(2))).rejects.toMatchObject({ name: 'SandboxLimitError' });
    });

    it('is exact when sandboxes are created and deleted concurrently', async () => {
      const owner_id = anOwner();
      for (let round = 0; round < 5; round += 1) {
        const old = await add({ owner_id });
        await fixture().spoilCount(owner_id, round % 2 === 0 ? 2 : -1);
        const outcomes = await Promise.allSettled([
          store().repairCounts(owner_id),
          add({ owner_id }),
          store().repairCounts(owner_id),
          change(old, { desired: 'PAUSED' }),
          add({ owner_id }),
        ]);
        expect(failuresOf(outcomes).filter((name) => name !== 'VersionConflictError')).toEqual([]);
        await store().repairCounts(owner_id);

        expect((await countOf(owner_id))?.active).toBe((await store().listCounted(owner_id)).length);
      }
    });
  });

  describe('list of deletions', () => {
    const receiptAt = (minute: number) => newReceipt(new Date(now.getTime() + minute * 60_000));
    const deleted = (owner_id: string, minute: number, overrides: Partial<Sandbox> = {}) =>
      add({ owner_id, desired: 'DELETED', phase: 'DELETING', receipt: receiptAt(minute), ...overrides });
    const idsOf = (rows: readonly { readonly sandbox_id: string }[]) => rows.map(({ sandbox_id: id }) => id);
    const all = async (owner: string) => (await store().listDeletions(owner, 10, null)).items;

    it('has the last one that was asked for first, page by page, and no sandbox that is not deleted', async () => {
      const owner_id = anOwner();
      const made = [await deleted(owner_id, 2), await deleted(owner_id, 9), await deleted(owner_id, 5)];
      await add({ owner_id });
      await deleted(anOwner(), 7);

      const first = await store().listDeletions(owner_id, 2, null);
      const second = await store().listDeletions(owner_id, 2, first.next);

      const expected = [made[1], made[2], made[0]].map(deletionOf);
      expect([...first.items, ...second.items]).toEqual(expected);
      expect(second.next).toBeNull();
    });

    it('gains a sandbox by the request for its deletion, and loses it when its id is used again', async () => {
      const owner_id = anOwner();
      const living = await add({ owner_id });
      expect(await all(owner_id)).toEqual([]);

      const gone = await change(living, { desired: 'DELETED', phase: 'DELETED', receipt: receiptAt(1) });
      expect(idsOf(await all(owner_id))).toEqual([living.sandbox_id]);

      const creation = creationOf(aSandbox({ owner_id, sandbox_id: living.sandbox_id }), gone);
      await store().save(creation ? [creation] : [], within(NO_LIMIT));
      expect(await all(owner_id)).toEqual([]);
    });

    it('has receipts until they are purged', async () => {
      const owner_id = anOwner();
      const kept = await deleted(owner_id, 1, { phase: 'DELETED', purge_at: inADay() });
      await deleted(owner_id, 2, { phase: 'DELETED', purge_at: anHourAgo() });

      expect(idsOf(await all(owner_id))).toEqual([kept.sandbox_id]);
    });
  });

  describe('deleted sandbox', () => {
    const bury = (overrides: Partial<Sandbox> = {}) =>
      add({
        owner_id: anOwner(),
        phase: 'DELETED',
        desired: 'DELETED',
        generation: 3,
        purge_at: inADay(),
        ...overrides,
      });

    it('is found until its receipt is purged, and is in no list', async () => {
      const { owner_id, sandbox_id } = await bury();

      expect(await store().find(owner_id, sandbox_id)).toMatchObject({ phase: 'DELETED' });
      expect(await store().findMany(owner_id, [sandbox_id])).toHaveLength(1);
      expect((await store().list(owner_id, 10, null)).items).toEqual([]);
      expect(await store().listCounted(owner_id)).toEqual([]);
      expect((await collect(store().watched())).map((row) => row.owner_id)).not.toContain(owner_id);
    });

    it('gives its id to a new sandbox, whose generations and versions continue its own', async () => {
      const before = await bury();
      const { owner_id, sandbox_id } = before;
      const creation = creationOf(aSandbox({ owner_id, sandbox_id }), await store().find(owner_id, sandbox_id));

      await store().save(creation ? [creation] : [], within(1));

      expect(await store().find(owner_id, sandbox_id)).toMatchObject({
        phase: 'PENDING',
        generation: 4,
        wanted_generation: 4,
        version: before.version + 1,
        receipt: null,
        purge_at: null,
        transitions: [{ phase: 'PENDING', generation: 4 }],
      });
      expect(await countOf(owner_id)).toMatchObject({ active: 1 });
    });

    it('gives its id away once, and late writers of the old sandbox lose', async () => {
      const before = await bury();
      const creation = creationOf(aSandbox(before), before);
      const late = { previous: before, next: changed(before, now, { receipt: null }) };

      const outcomes = [];
      for (const one of [creation, creation, late])
        outcomes.push(...(await Promise.allSettled([store().save(one ? [one] : [], within(NO_LIMIT))])));

      expect(failuresOf(outcomes)).toEqual(['VersionConflictError', 'VersionConflictError']);
    });

    it('is absent after its retention, purged or not', async () => {
      const { owner_id, sandbox_id } = await bury({ purge_at: anHourAgo() });

      expect(await store().find(owner_id, sandbox_id)).toBeUndefined();
      expect(await store().findMany(owner_id, [sandbox_id])).toEqual([]);
      await store().save([{ previous: null, next: aSandbox({ owner_id, sandbox_id }) }], within(NO_LIMIT));
      expect(await store().find(owner_id, sandbox_id)).toMatchObject({ phase: 'PENDING', generation: 1 });
    });
  });
}
