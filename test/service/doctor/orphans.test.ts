import { DeleteItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openAccount } from '../../../infra/doctor/account/account.ts';
import { orphans } from '../../../infra/doctor/checks/orphans.ts';
import { aSubject } from '../../support/doctor/a-subject.ts';
import { belongingsOf, waitForBelongings } from '../../support/service/belongings.ts';
import { operatorOf } from '../../support/service/control.ts';
import { Faults } from '../../support/service/faults.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { startSandbox } from '../../support/service/sandboxes.ts';
import { withSweeps } from '../../support/service/sweeps.ts';

const { stateDirectory } = service();
const state = stateDirectory ?? '';
const faults = new Faults(state);

const deployment = 'agent-conversations-local';
const account = stateDirectory === null ? undefined : openAccount((await operatorOf(state)).client, deployment);

/** These faults keep the sweep and the reconciler from removing an orphan. */
const idle = ['sweep-sandboxes', 'reconcile-sandbox'].map(
  (id) => ({ service: 'dynamodb', kind: 'error', function: id, times: 1_000_000 }) as const,
);

async function allOrphans() {
  if (!account) throw new Error('This test needs a local service.');
  return (await orphans.read(account, aSubject({ deployment }))).orphans;
}

async function orphanIds(): Promise<readonly string[]> {
  return (await allOrphans()).map(({ id }) => id.split('/').at(-1) ?? '');
}

describe.runIf(stateDirectory !== null)('doctor on orphans of the local service', () => {
  afterEach(() => faults.clear());
  afterAll(() => account?.close());

  it('finds the task of a sandbox whose row is gone, and its volume as unproven', async () => {
    const owner = await newOwner();
    const { id } = await startSandbox(owner.api);
    const { live, volumes } = await belongingsOf(state, id);
    const belongings = [...live, ...volumes].map((each) => each.id);
    expect(belongings).toHaveLength(2);
    expect((await orphanIds()).filter((each) => belongings.includes(each))).toEqual([]);

    for (const fault of idle) await faults.add(fault);
    const TableName = (await account?.stacks())?.stacks.flatMap(({ outputs }) => outputs.SandboxesTable ?? [])[0];
    const Key = { owner_id: { S: owner.name }, sandbox_id: { S: id } };
    await account?.dynamoDb.send(new DeleteItemCommand({ TableName, Key }));

    expect((await orphanIds()).filter((each) => belongings.includes(each)).toSorted()).toEqual(belongings.toSorted());
    const all = (await allOrphans()).filter(({ id: each }) => belongings.includes(each.split('/').at(-1) ?? ''));
    expect(all.map(({ kind, isUnproven = false }) => [kind, isUnproven]).toSorted()).toEqual([
      ['task', false],
      ['volume', true],
    ]);

    await faults.clear();
    // The sweep ends the task, but keeps the volume, because the row can be restored.
    await withSweeps(state, waitForBelongings(state, id, [0, 1, 0]));
  });
});
