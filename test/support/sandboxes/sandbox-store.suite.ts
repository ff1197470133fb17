import { describe, expect, it } from 'vitest';
import { creationOf } from '../../../shared/domain/sandboxes/intent/intents.ts';
import { buried } from '../../../shared/domain/sandboxes/lifecycle/deletion.ts';
import { deletionOf, newReceipt } from '../../../shared/domain/sandboxes/record/receipt.ts';
import { changed, type Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import {
  type SandboxFilter,
  type SandboxStore,
  segmentOf,
  WATCH_SEGMENTS,
} from '../../../shared/domain/sandboxes/store/sandbox-store.ts';
import { newId } from '../../../shared/platform/ids.ts';
import { anOwner, collect, failuresOf, secondsAfterNoon, walk } from '../http/walk.ts';
import { aSandbox, aSandboxId, within } from './sandbox-data.ts';

const now = new Date('2026-11-21T13:00:00.000Z');
const NO_LIMIT = 1000;

export function sandboxStoreSuite(storeOf: () => SandboxStore): void {
  const add = async (overrides: Partial<Sandbox>, limit = NO_LIMIT): Promise<Sandbox> => {
    const sandbox = aSandbox(overrides);
    await storeOf().save([{ previous: null, next: sandbox }], within(limit));
    return sandbox;
  };
  const paused = (previous: Sandbox) => ({ previous, next: changed(previous, now, { desired: 'PAUSED' }) });
  const burial = (previous: Sandbox) => ({ previous, next: buried({ ...previous, desired: 'DELETED' }, now) });

  /** The number of sandboxes that count toward the owner's limit. */
  const fits = async (owner_id: string, limit: number): Promise<boolean> => {
    const probe = aSandbox({ owner_id });
    const [outcome] = await Promise.allSettled([storeOf().save([{ previous: null, next: probe }], within(limit))]);
    if (outcome?.status === 'fulfilled') await storeOf().save([burial(probe)]);
    return outcome?.status === 'fulfilled';
  };

  describe('reads', () => {
    it('find what was saved, unchanged', async () => {
      const sandbox = await add({ owner_id: anOwner(), added_by_a_newer_version: { deep: [1] } });

      expect(await storeOf().find(sandbox.owner_id, sandbox.sandbox_id)).toMatchObject(sandbox);
    });

    it('find nothing of another owner', async () => {
      const { sandbox_id: id } = await add({ owner_id: anOwner() });
      const stranger = anOwner();

      expect(await storeOf().find(stranger, id)).toBeUndefined();
      expect(await storeOf().findMany(stranger, [id])).toEqual([]);
      expect(await storeOf().findMany(stranger, [])).toEqual([]);
      expect(await storeOf().list(stranger, 10, null)).toEqual({ items: [], next: null });
      expect(await storeOf().listCounted(stranger)).toEqual([]);
      expect(await storeOf().newest(stranger, new Date(), 10)).toEqual([]);
    });

    it('return the last sandboxes with ids of the service up to a time, deleted ones too', async () => {
      const owner_id = anOwner();
      const idAt = (second: number) => newId(new Date(secondsAfterNoon(second)));
      const [first, second, third, fourth] = [idAt(1), idAt(2), idAt(3), idAt(4)];
      const chosen = 'f'.repeat(32);
      await add({ owner_id, sandbox_id: second, desired: 'DELETED' });
      for (const sandbox_id of [chosen, fourth, first, third]) await add({ owner_id, sandbox_id, desired: 'PAUSED' });
      const newest = async (until: number, limit: number) =>
        (await storeOf().newest(owner_id, new Date(secondsAfterNoon(until)), limit)).map(({ sandbox_id: id }) => id);

      expect(await newest(60, 3)).toEqual([fourth, third, second]);
      expect(await newest(3, 10)).toEqual([third, second, first]);
      expect(await newest(0, 10)).toEqual([]);
    });

    it('return each of more ids than fit into one batch once, and leave out missing ones', async () => {
      const owner_id = anOwner();
      const ids = Array.from({ length: 130 }, aSandboxId);
      await Promise.all(ids.slice(0, 125).map((sandbox_id) => add({ owner_id, sandbox_id, desired: 'PAUSED' })));

      const found = await storeOf().findMany(owner_id, [...ids, ...ids.slice(0, 10)]);

      expect(found.map(({ sandbox_id }) => sandbox_id).toSorted()).toEqual(ids.slice(0, 125).toSorted());
    });
  });

  describe('save', () => {
    it('lets one of two racing writers win and gives the other a version conflict', async () => {
      const sandbox = await add({ owner_id: anOwner() });
      const change = (phase: Sandbox['phase']) => ({ previous: sandbox, next: changed(sandbox, now, { phase }) });

      const outcomes = await Promise.allSettled([
        storeOf().save([change('PROVISIONING')]),
        storeOf().save([change('ERROR')]),
      ]);

      expect(failuresOf(outcomes)).toEqual(['VersionConflictError']);
      expect((await storeOf().find(sandbox.owner_id, sandbox.sandbox_id))?.version).toBe(sandbox.version + 1);
    });

    it('refuses to create a sandbox twice, and does not count it twice', async () => {
      const sandbox = await add({ owner_id: anOwner() });

      const [outcome] = await Promise.allSettled([
        storeOf().save([{ previous: null, next: sandbox }], within(NO_LIMIT)),
      ]);

      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'SandboxExistsError' } });
      expect(await fits(sandbox.owner_id, 2)).toBe(true);
    });

    it('does not restore a row that the table has purged', async () => {
      // A purged row is like a missing one for earlier readers.
      const sandbox = aSandbox({ owner_id: anOwner(), desired: 'DELETED' });

      const late = storeOf().save([{ previous: sandbox, next: changed(sandbox, now, { phase: 'DELETING' }) }]);

      await expect(late).rejects.toMatchObject({ name: 'VersionConflictError' });
      expect(await storeOf().find(sandbox.owner_id, sandbox.sandbox_id)).toBeUndefined();
    });

    it('writes all rows or none', async () => {
      const owner_id = anOwner();
      const [first, second] = [await add({ owner_id }), await add({ owner_id })];
      const stale = { ...second, version: second.version - 1 };

      const outcome = storeOf().save([paused(first), paused(stale)]);

      await expect(outcome).rejects.toMatchObject({ name: 'VersionConflictError' });
      expect(await storeOf().find(owner_id, first.sandbox_id)).toMatchObject({ desired: 'RUNNING', version: 1 });
      expect(await fits(owner_id, 2)).toBe(false);
    });
  });

  describe('sandbox limit', () => {
    it('admits exactly the limit of concurrent starts', async () => {
      const owner_id = anOwner();

      const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => add({ owner_id }, 3)));

      expect(failuresOf(outcomes)).toEqual(Array.from({ length: 5 }, () => 'SandboxLimitError'));
      expect(await storeOf().listCounted(owner_id)).toHaveLength(3);
    });

    it('applies to each owner separately', async () => {
      await add({ owner_id: anOwner() }, 1);

      await expect(add({ owner_id: anOwner() }, 1)).resolves.toBeDefined();
    });

    it('gives the place of a paused sandbox to another', async () => {
      const sandbox = await add({ owner_id: anOwner() }, 1);
      expect(await fits(sandbox.owner_id, 1)).toBe(false);

      await storeOf().save([paused(sandbox)]);

      expect(await fits(sandbox.owner_id, 1)).toBe(true);
    });

    it('lets one transaction pause a sandbox and start another', async () => {
      const owner_id = anOwner();
      const oldest = await add({ owner_id }, 1);
      const next = aSandbox({ owner_id });

      await storeOf().save([{ previous: null, next }, paused(oldest)], within(1));

      expect((await storeOf().listCounted(owner_id)).map(({ sandbox_id }) => sandbox_id)).toEqual([next.sandbox_id]);
      expect(await fits(owner_id, 1)).toBe(false);
      expect(await fits(owner_id, 2)).toBe(true);
    });

    it('never blocks a change that lowers the count', async () => {
      const owner_id = anOwner();
      const many = [await add({ owner_id }), await add({ owner_id }), await add({ owner_id })];

      for (const sandbox of many) await storeOf().save([paused(sandbox)], within(1));

      expect(await storeOf().listCounted(owner_id)).toEqual([]);
    });

    it('uncounts a deleted sandbox once', async () => {
      const [counted, uncounted] = [await add({ owner_id: anOwner() }), await add({ owner_id: anOwner() })];
      const deleted = changed(uncounted, now, { desired: 'DELETED' });
      await storeOf().save([{ previous: uncounted, next: deleted }]);

      await Promise.all([counted, deleted].map((sandbox) => storeOf().save([burial(sandbox)])));

      for (const { owner_id } of [counted, uncounted]) {
        await add({ owner_id }, 1);
        expect(await fits(owner_id, 1)).toBe(false);
      }
    });

    it('lists the counted sandboxes, oldest first', async () => {
      const owner_id = anOwner();
      const young = await add({ owner_id, created_at: secondsAfterNoon(9) });
      const old = await add({ owner_id, created_at: secondsAfterNoon(1) });
      await add({ owner_id, desired: 'PAUSED' });

      const ids = (await storeOf().listCounted(owner_id)).map(({ sandbox_id }) => sandbox_id);

      expect(ids).toEqual([old.sandbox_id, young.sandbox_id]);
    });
  });

  describe('lists', () => {
    it('go from the newest to the oldest in full pages, without gaps or repetitions', async () => {
      const owner_id = anOwner();
      // Pairs share a time, and every fifth is being deleted. Neither must drop or repeat a row.
      const rows = Array.from({ length: 25 }, (_, index) => ({
        created_at: secondsAfterNoon(Math.floor(index / 2)),
        desired: index % 5 === 0 ? ('DELETED' as const) : ('PAUSED' as const),
      }));
      const added = await Promise.all(rows.map((row) => add({ owner_id, ...row })));
      const sortOf = (row: Sandbox) => `${row.created_at}#${row.sandbox_id}`;
      const expected = added.filter(({ desired }) => desired === 'PAUSED').map(sortOf);

      const pages = await walk((after) => storeOf().list(owner_id, 6, after));

      expect(pages.flat().map(sortOf)).toEqual(expected.toSorted().toReversed());
      expect(pages.map(({ length }) => length)).toEqual([6, 6, 6, 2]);
    });

    it('filter by phase, spec, time of creation and a further condition', async () => {
      const owner_id = anOwner();
      const rows = [
        { phase: 'PAUSED', spec_id: 'small' },
        { phase: 'ERROR', spec_id: 'small' },
        { phase: 'PAUSED', spec_id: 'large' },
        { phase: 'PAUSED', spec_id: 'small' },
      ] as const;
      const added: Sandbox[] = [];
      for (const [second, row] of rows.entries())
        added.push(await add({ owner_id, desired: 'PAUSED', created_at: secondsAfterNoon(second), ...row }));
      const places = async (filter: SandboxFilter) =>
        (await walk((after) => storeOf().list(owner_id, 1, after, filter)))
          .flat()
          .map(({ sandbox_id: id }) => added.findIndex(({ sandbox_id }) => sandbox_id === id));

      expect(await places({ phase: 'ERROR' })).toEqual([1]);
      expect(await places({ phase: 'PAUSED', specId: 'small' })).toEqual([3, 0]);
      expect(await places({ createdFrom: secondsAfterNoon(1), createdBefore: secondsAfterNoon(3) })).toEqual([2, 1]);
      const matching: SandboxFilter['matching'] = async (found) =>
        new Set(found.filter((row) => row.spec_id !== 'large'));
      expect(await places({ matching, phase: 'PAUSED' })).toEqual([3, 0]);
    });

    it('end when the last page is exactly full', async () => {
      const owner_id = anOwner();
      for (const second of [1, 2]) await add({ owner_id, created_at: secondsAfterNoon(second) });

      expect((await storeOf().list(owner_id, 2, null)).next).toBeNull();
    });

    it('continue after their position when sandboxes were added and deleted', async () => {
      const owner_id = anOwner();
      const added = [];
      for (const second of [1, 2, 3, 4]) added.push(await add({ owner_id, created_at: secondsAfterNoon(second) }));
      const first = await storeOf().list(owner_id, 2, null);
      const [oldest, ...others] = added;
      await add({ owner_id, created_at: secondsAfterNoon(60) });
      for (const gone of others.slice(1)) await storeOf().save([burial(gone)]);

      const second = await storeOf().list(owner_id, 2, first.next);

      expect(second.items.map(({ sandbox_id }) => sandbox_id)).toEqual([others[0]?.sandbox_id, oldest?.sandbox_id]);
    });

    it('are empty past their end', async () => {
      const { owner_id } = await add({ owner_id: anOwner() });

      expect(await storeOf().list(owner_id, 5, '2000-01-01T00:00:00.000Z#0')).toEqual({ items: [], next: null });
      expect((await storeOf().list(owner_id, 5, '~')).items).toHaveLength(1);
    });
  });

  it('watch list has every sandbox that is not at rest, of every owner, and no other', async () => {
    const owner_id = anOwner();
    const running = await add({ owner_id, phase: 'RUNNING' });
    const stopping = await add({ owner_id: anOwner(), phase: 'STOPPING', desired: 'PAUSED' });
    const deleted = await add({ owner_id, phase: 'PAUSED', desired: 'DELETED' });
    const resting = await add({ owner_id, phase: 'PAUSED', desired: 'PAUSED' });
    const failed = await add({ owner_id, phase: 'ERROR', desired: 'PAUSED' });
    const resumed = changed(resting, now, { desired: 'RUNNING' });
    const rested = changed(stopping, now, { phase: 'PAUSED' });
    await storeOf().save([{ previous: resting, next: resumed }], within(NO_LIMIT));
    await storeOf().save([{ previous: stopping, next: rested }]);

    const watched = new Set((await collect(storeOf().watched())).map(({ sandbox_id }) => sandbox_id));

    const wanted = [running, deleted, resumed].map(({ sandbox_id }) => watched.has(sandbox_id));
    const unwanted = [rested, failed].map(({ sandbox_id }) => watched.has(sandbox_id));
    expect([wanted, unwanted]).toEqual([
      [true, true, true],
      [false, false],
    ]);
  });
}

const nothingMended = { owner: 0, lineages: new Map(), cpuUnits: { owner: 0, lineages: new Map() } };
const inADay = () => Math.floor(Date.now() / 1000) + 86_400;
const anHourAgo = () => Math.floor(Date.now() / 1000) - 3_600;

interface RecordsFixture {
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

    it('lists each once, longest in its phase first, and continues after a position', async () => {
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

    it('continues after the position of a deleted one', async () => {
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
        base_snapshot: null,
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
          base_snapshot: null,
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

      expect(await store().repairCounts(owner_id)).toEqual({ ...nothingMended, owner: -difference });

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

    it('includes a sandbox after its deletion request, until its id is used again', async () => {
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
