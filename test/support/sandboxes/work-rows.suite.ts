import { beforeEach, expect, it } from 'vitest';
import { noWork, type WorkRows } from '../../../shared/domain/sandboxes/waits/sandbox-work.ts';
import { VersionConflictError } from '../../../shared/platform/errors.ts';
import { aSandboxId } from './sandbox-data.ts';

const order = { id: 'c', requested: 1, tries: 0, due_at: '2026-11-21T15:00:00.000Z' };
const first = { version: 1, lease_holder: 'worker', lease_until: '2026-11-21T15:00:30.000Z', orders: [order] };

/** Tests of the rows in which the work of sandboxes waits. */
export function workRowsSuite(make: () => WorkRows): void {
  let rows: WorkRows;
  beforeEach(() => {
    rows = make();
  });
  const aPlace = (ownerId = 'ann') => ({ ownerId, sandboxId: aSandboxId() });

  it('are read as they were written, by owner and sandbox', async () => {
    const place = aPlace();
    expect(await rows.read(place)).toEqual(noWork);
    await rows.write(place, noWork, first);
    expect(await rows.read(place)).toEqual(first);
    expect(await rows.read({ ...place, ownerId: 'bob' })).toEqual(noWork);
  });

  it('are written by the first of two writers; the other loses the race', async () => {
    const place = aPlace();
    await rows.write(place, noWork, first);
    await expect(rows.write(place, noWork, { ...first, orders: [] })).rejects.toThrow(VersionConflictError);
    await rows.write(place, first, { ...first, version: 2, orders: [] });
    await expect(rows.write(place, first, { ...first, version: 2 })).rejects.toThrow(VersionConflictError);
    expect((await rows.read(place)).orders).toEqual([]);
  });

  it('are found if they have orders', async () => {
    const [ordered, done, unknown] = [aPlace(), aPlace(), aPlace('bob')];
    await rows.write(ordered, noWork, first);
    await rows.write(done, noWork, { ...first, orders: [] });
    expect(await rows.withOrders([ordered, done, unknown])).toEqual([ordered]);
    expect(await rows.withOrders([])).toEqual([]);
  });
}
