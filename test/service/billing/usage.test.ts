import { DeleteItemCommand, GetItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { Task } from '@aws-sdk/client-ecs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import { Admin } from '../../support/service/admin.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner, type Owner, service } from '../../support/service/owners.ts';
import { startSandbox } from '../../support/service/sandboxes.ts';
import { LocalTables } from '../../support/service/tables.ts';
import { callWorker } from '../../support/service/workers.ts';

const { stateDirectory } = service();
const state = stateDirectory ?? '';

async function usage(owner: Owner, group_by: string, group: string) {
  const { status, body } = await owner.api.get('/api/v1/usage', { group_by });
  expect(status).toBe(200);
  return body.items.find((item: { group: string }) => item.group === group);
}

describe.runIf(stateDirectory !== null)('the usage of a sandbox', () => {
  let owner: Owner;
  let tables: LocalTables;
  let row: Sandbox;
  let task: Task;

  beforeAll(async () => {
    owner = await newOwner();
    tables = await LocalTables.of(state);
    const { id } = await startSandbox(owner.api);
    expect((await usage(owner, 'sandbox', id)).compute_seconds).toBeGreaterThan(0);
    await owner.api.post(`/api/v1/sandboxes/${id}/pause`);
    const admin = await Admin.of(state);
    row = await eventually('its workspace is saved', async () => {
      const found = await admin.sandbox(id);
      return found.phase === 'PAUSED' ? found : undefined;
    });
    task = await admin.task(row);
  });
  afterAll(() => tables?.close());

  const seconds = () => (Number(task.stoppedAt) - Number(task.pullStartedAt)) / 1000;

  const charged = () => Math.max(60, seconds());

  it('equals the run time of its ECS task to the millisecond', async () => {
    const used = await usage(owner, 'sandbox', row.sandbox_id);

    expect(used.compute_seconds).toBe(seconds());
    expect(used.vcpu_seconds).toBeCloseTo(charged() / 4, 2);
    expect(used.memory_gb_seconds).toBeCloseTo(charged() / 2, 2);
    expect(used.public_ipv4_seconds).toBe(charged());
    expect(used.workspace_running_gb_seconds).toBe(charged());
    expect(used.workspace_paused_gb_seconds).toBeGreaterThan(0);
    const dollars = (charged() * (0.04048 / 4 + 0.004445 / 2 + 0.005)) / 3600;
    expect(Number(used.cost_usd)).toBeCloseTo(dollars, 5);
  });

  it('has the same values as CSV', async () => {
    const { headers, text } = await owner.api.send('GET', '/api/v1/usage', {
      query: { group_by: 'sandbox', to: new Date().toISOString() },
      headers: { Accept: 'text/csv' },
    });

    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(text).toContain(`\r\n${row.sandbox_id},${seconds()},`);
  });

  it('is split by sandbox and by key, in JSON and CSV, only for its owner', async () => {
    const to = new Date().toISOString();
    const query = { group_by: 'day', split_by: 'sandbox', from: task.pullStartedAt?.toISOString() ?? '', to };
    const { body } = await owner.api.get('/api/v1/usage', query);
    const csv = await owner.api.get('/api/v1/usage', { ...query, format: 'csv' });
    const days = await owner.api.get('/api/v1/usage', { ...query, split_by: 'key' });
    const stranger = await newOwner();

    const own = body.items.filter(({ split }: { split: string | null }) => split === row.sandbox_id);
    const ran = own.map((item: { compute_seconds: number }) => item.compute_seconds);
    expect(ran.reduce((sum: number, one: number) => sum + one, 0)).toBeCloseTo(seconds(), 3);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.text).toMatch(/^day,sandbox,compute_seconds,/);
    expect(csv.text).toContain(`\r\n${own[0].group},${row.sandbox_id},${ran[0]},`);
    expect(days.body.items).toContainEqual(expect.objectContaining({ split: owner.keyId, compute_seconds: ran[0] }));
    const others = await stranger.api.get('/api/v1/usage', query);
    expect(others.body.items.filter(({ split }: { split: string | null }) => split !== null)).toEqual([]);
    expect(others.body.totals.compute_seconds).toBe(0);
  });

  it('cannot be split by the field that groups it', async () => {
    const { status, body } = await owner.api.get('/api/v1/usage', { split_by: 'day' });

    expect([status, body.errors]).toEqual([422, [expect.objectContaining({ loc: ['query', 'split_by'] })]]);
  });

  it('is corrected by the reconciliation when an entry differs from ECS, which invalidates the sums of the month', async () => {
    const usage_key = `${row.sandbox_id}#1#running#${row.task_arn?.split('/').at(-1)}`;
    await tables.client.send(
      new UpdateItemCommand({
        TableName: tables.name('Usage'),
        Key: { owner_id: { S: owner.name }, usage_key: { S: usage_key } },
        UpdateExpression: 'SET ended_at = started_at',
      }),
    );

    await callWorker(state, 'reconcile-usage', { quiet_seconds: 0 });

    expect((await usage(owner, 'sandbox', row.sandbox_id)).compute_seconds).toBe(seconds());
    const sums = { TableName: tables.name('UsageSums'), Key: { owner_id: { S: owner.name } } };
    const { Item } = await tables.client.send(new GetItemCommand(sums));
    expect(Number(Item?.late_entries?.N)).toBeGreaterThan(0);
  });

  it("is repaired by the reconciliation from ECS's record of the task", async () => {
    const key = { owner_id: { S: owner.name }, sandbox_id: { S: row.sandbox_id } };
    const usage_key = `${row.sandbox_id}#1#running#${row.task_arn?.split('/').at(-1)}`;
    await tables.client.send(
      new UpdateItemCommand({
        TableName: tables.name('Sandboxes'),
        Key: key,
        UpdateExpression: 'SET task_ended_at = :never, task_stopped_at = :never',
        ExpressionAttributeValues: { ':never': { NULL: true } },
      }),
    );
    await tables.client.send(
      new DeleteItemCommand({
        TableName: tables.name('Usage'),
        Key: { owner_id: { S: owner.name }, usage_key: { S: usage_key } },
      }),
    );

    await callWorker(state, 'reconcile-usage', { quiet_seconds: 0 });

    expect((await usage(owner, 'sandbox', row.sandbox_id)).compute_seconds).toBe(seconds());
  });

  it('remains after the sandbox is deleted', async () => {
    await owner.api.delete(`/api/v1/sandboxes/${row.sandbox_id}`);

    const paused = async () => (await usage(owner, 'sandbox', row.sandbox_id)).workspace_paused_gb_seconds;
    const [one, other] = [await paused(), await paused()];

    expect((await usage(owner, 'sandbox', row.sandbox_id)).compute_seconds).toBe(seconds());
    expect(other).toBe(one);
  });
});
