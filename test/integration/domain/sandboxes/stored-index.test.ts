import { expect, it } from 'vitest';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { DynamoMeteredSandboxes } from '../../../../shared/domain/sandboxes/store/dynamo-sandbox-store.ts';
import { storedOf } from '../../../../shared/domain/sandboxes/store/stored-index.ts';
import { ReadMeter } from '../../../bench/rows/read-meter.ts';
import { anOwner } from '../../../support/http/walk.ts';
import { aRunningSandbox, aSandbox, noon } from '../../../support/sandboxes/sandbox-data.ts';
import { within } from '../../../support/sandboxes/start-bounds.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();
const { documents, sandboxes: table } = tables;
const meter = new ReadMeter(documents);
const tooMany = () => new Error('too many');

async function add(...sandboxes: readonly Sandbox[]): Promise<void> {
  const store = new DynamoMeteredSandboxes(documents, tables);
  for (const next of sandboxes) await store.save([{ previous: null, next }], within(100));
}

const idsOf = async (owner: string, most = 10) =>
  (await storedOf(documents, table, owner, most, tooMany)).map(({ sandbox_id: id }) => id).toSorted();

it('finds what is paid for or has a disk, and looks at no sandbox that is at rest for good', async () => {
  const owner_id = anOwner();
  const paid = aRunningSandbox({ owner_id, task_started_at: noon });
  const kept = aSandbox({ owner_id, phase: 'PAUSED', desired: 'PAUSED', snapshot_id: 'snap-1' });
  const expired = Array.from({ length: 5 }, () => aSandbox({ owner_id, phase: 'EXPIRED', desired: 'PAUSED' }));
  await add(paid, kept, ...expired);
  meter.take();

  expect(await idsOf(owner_id)).toEqual([paid.sandbox_id, kept.sandbox_id].toSorted());
  expect(meter.take()).toMatchObject({ rows: 2, calls: 8 });
});

it('finds nothing of an owner whose name goes on behind a slash', async () => {
  const owner = anOwner();
  const own = aRunningSandbox({ owner_id: owner, task_started_at: noon });
  await add(own, aRunningSandbox({ owner_id: `${owner}/other`, task_started_at: noon }));

  expect(await idsOf(owner)).toEqual([own.sandbox_id]);
});

it('refuses more than there may be before it reads their rows', async () => {
  const owner_id = anOwner();
  await add(...Array.from({ length: 3 }, () => aRunningSandbox({ owner_id, task_started_at: noon })));

  await expect(idsOf(owner_id, 2)).rejects.toThrow('too many');
});
