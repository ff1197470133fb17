import { expect, it } from 'vitest';
import { sandboxRows } from '../../../../../infra/local/cloud/edge-sandboxes.ts';
import { buried } from '../../../../../shared/domain/sandboxes/lifecycle/deletion.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { anAssembly, aResource } from '../../../../integration/infra/local/an-assembly.ts';
import { aRunningSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

const table = aResource('AWS::DynamoDB::Table', 'Sandboxes', {
  TableName: 'sandboxes',
  GlobalSecondaryIndexes: [{ IndexName: 'address_index' }],
});

/** What DynamoDB returns of the fields that are read. */
function itemOf({ address_id, desired, ports }: Sandbox) {
  const L = ports.map(({ name, port }) => ({ M: { name: { S: name }, port: { N: String(port) } } }));
  return { address_id: { S: address_id }, desired: { S: desired }, ports: { L } };
}

function find(row: Sandbox | undefined) {
  const wire = { call: async () => (row ? { Item: itemOf(row) } : {}) };
  return sandboxRows(anAssembly(table), wire)('ada/one');
}

it('finds the address and port of a sandbox, and none without a row', async () => {
  const row = aRunningSandbox();

  expect(await find(row)).toEqual({ addressId: row.address_id, port: 8000, isDeleted: false });
  expect(await find(undefined)).toBeUndefined();
});

it('says of a sandbox that it is deleted while its row stays, so that its port becomes free for another one', async () => {
  const row = buried({ ...aRunningSandbox(), desired: 'DELETED' }, new Date('2026-11-21T13:00:00.000Z'));

  expect(await find(row)).toMatchObject({ addressId: row.address_id, isDeleted: true });
});
