import {
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usageItem } from '../../../shared/domain/billing/usage/usage-row.ts';
import { type Answer, Api } from '../../support/service/api.ts';
import { foundInWorkspace, leaveInWorkspace } from '../../support/service/belongings.ts';
import { waitForSandbox } from '../../support/service/conversations.ts';
import { newOwner, type Owner, service } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';
import { runningSandbox, startSandbox } from '../../support/service/sandboxes.ts';
import { rememberSecret } from '../../support/service/secrets-of-run.ts';
import { LocalTables } from '../../support/service/tables.ts';
import { callWorker } from '../../support/service/workers.ts';

const { stateDirectory, baseUrl } = service();
const state = stateDirectory ?? '';
const path = '/api/v1/sandboxes';
const HOUR = 3_600_000;

describe.runIf(stateDirectory !== null)('monthly budgets', () => {
  let admin: Owner;
  let owner: Owner;
  let tables: LocalTables;
  let documents: DynamoDBDocumentClient;
  let sandboxId: string;
  let resting: { readonly conversation: string; readonly sandbox: string };
  let kept: string;

  beforeAll(async () => {
    tables = await LocalTables.of(state);
    documents = DynamoDBDocumentClient.from(tables.client);
    [admin, owner] = await Promise.all([newOwner(['--scopes', 'admin']), newOwner()]);
    const [started, { body }] = await Promise.all([
      startSandbox(owner.api),
      owner.api.post('/api/v1/app-conversations', {}),
    ]);
    sandboxId = started.id;
    resting = { conversation: body.conversation_id, sandbox: body.sandbox_id };
    await owner.api.post(`${path}/${resting.sandbox}/pause`);
    kept = await leaveInWorkspace(state, sandboxId);
    await useHours(10);
    await pauseOften();
  });
  afterAll(() => tables?.close());

  const monthBegin = () => {
    const now = new Date();
    return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  };

  const entry = (usage_key: string, kind: 'running' | 'paused', milliseconds: number) =>
    usageItem({
      owner_id: owner.name,
      usage_key,
      kind,
      sandbox_id: 'long-gone',
      generation: 1,
      started_at: new Date(monthBegin()).toISOString(),
      ended_at: new Date(monthBegin() + milliseconds).toISOString(),
      is_estimate: false,
      spec_id: 'reference',
      cpu_units: 256,
      memory_megabytes: 512,
      architecture: 'X86_64',
      capacity: 'on_demand',
      gigabytes: 2,
      api_key_id: owner.keyId,
      lineages: [owner.keyId],
      conversation_ids: [],
    });

  async function useHours(hours: number): Promise<void> {
    const Item = entry('long-gone#1#running#task', 'running', hours * HOUR);
    await documents.send(new PutCommand({ TableName: tables.name('Usage'), Item }));
  }

  /** Writes enough entries that a settlement stores their sums. They cost almost nothing. */
  async function pauseOften(): Promise<void> {
    for (let batch = 0; batch < 12; batch += 1) {
      const puts = Array.from({ length: 25 }, (_, n) => ({
        PutRequest: { Item: entry(`long-gone#${batch}#paused#${n}`, 'paused', 1_000 + n) },
      }));
      await documents.send(new BatchWriteCommand({ RequestItems: { [tables.name('Usage')]: puts } }));
    }
  }

  const limit = async (limits: Readonly<Record<string, number | null>>) => {
    const { status, text } = await admin.api.send('PATCH', `/api/v1/owners/${owner.name}`, { body: { limits } });
    expect(status, text).toBe(200);
  };

  const published = async () => {
    const { Items = [] } = await documents.send(
      new QueryCommand({
        TableName: tables.name('IntegratorEvents'),
        KeyConditionExpression: 'owner_id = :owner AND begins_with(event_id, :budget)',
        ExpressionAttributeValues: { ':owner': owner.name, ':budget': 'budget-' },
      }),
    );
    return Items.toSorted((a, b) => String(a.occurred_at).localeCompare(String(b.occurred_at)));
  };

  const unsettle = () =>
    documents.send(
      new UpdateCommand({
        TableName: tables.name('Owners'),
        Key: { owner_id: owner.name },
        UpdateExpression: 'REMOVE budget_settled_at',
      }),
    );

  it('cause one warning event at four fifths, while all sandboxes keep running', async () => {
    await limit({ monthly_sandbox_hours: 11.5 });
    for (let n = 0; n < 2; n += 1) await callWorker(state, 'sweep-sandboxes', {});

    expect((await published()).map(({ type, data }) => [type, data.scope, data.unit, data.limit])).toEqual([
      ['budget.half_used', 'owner', 'sandbox_hours', 11.5],
      ['budget.warning', 'owner', 'sandbox_hours', 11.5],
    ]);
    expect((await owner.api.get(`${path}/${sandboxId}`)).body.status).toBe('RUNNING');
  });

  it('pause running sandboxes when they are exhausted, and state the reason', async () => {
    await limit({ monthly_sandbox_hours: 10 });
    await callWorker(state, 'sweep-sandboxes', {});

    const { body } = await owner.api.get(`${path}/${sandboxId}`);
    expect(body).toMatchObject({ status: 'PAUSED', pause_reason: 'budget' });
    expect(body.status_detail).toMatch(/budget.*raised/);
    const types = (await published()).filter(({ data }) => data.limit === 10).map(({ type }) => type);
    expect(types.toSorted()).toEqual(['budget.exhausted', 'budget.half_used', 'budget.warning']);
  });

  const starts: Readonly<Record<string, () => Promise<Answer>>> = {
    'a sandbox': () => owner.api.post(path),
    'a resume': () => owner.api.post(`${path}/${sandboxId}/resume`),
    'a conversation': () => owner.api.post('/api/v1/app-conversations', {}),
    'a conversation with a streamed start': () => owner.api.post('/api/v1/app-conversations/stream-start', {}),
    'a legacy conversation': () => owner.api.post('/api/conversations', {}),
    'an existing conversation': () =>
      owner.api.post(`/api/conversations/${resting.conversation}/start`, { providers_set: null }),
  };

  const forgetSums = () =>
    documents.send(new DeleteCommand({ TableName: tables.name('UsageSums'), Key: { owner_id: owner.name } }));

  it.each(Object.entries(starts))('refuse %s, also when the start has to read the usage ledger', async (_, start) => {
    await unsettle();
    await forgetSums();

    const answer = await start();

    expectProblem(answer, 429, 'quota_exceeded');
    expect(answer.body.limit).toMatchObject({ scope: 'owner', unit: 'sandbox_hours', limit: 10 });
    expect(answer.body.limit.used).toBeGreaterThanOrEqual(10);
    expect(answer.body.limit.resets_at).toMatch(/-01T00:00:00\.000Z$/);
    expect(answer.body['violated-policies']).toEqual(['monthly-sandbox-hours']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('allow a resume with its workspace after they are raised', async () => {
    await limit({ monthly_sandbox_hours: 100 });

    expect((await owner.api.post(`${path}/${sandboxId}/resume`)).body).toEqual({ success: true });

    await waitForSandbox(owner.api, sandboxId, 'RUNNING');
    expect(await foundInWorkspace(state, sandboxId)).toBe(kept);
  });

  it('of one key, like its other limits, apply to that key alone', async () => {
    const make = async (limits: Readonly<Record<string, number>>) => {
      const { status, body, text } = await admin.api.post(`/api/v1/owners/${owner.name}/keys`, { limits });
      expect(status, text).toBe(201);
      rememberSecret('an API key', body.key);
      return Api.withKey(baseUrl, body.key);
    };
    const [single, poor] = await Promise.all([make({ sandboxes: 1 }), make({ monthly_budget_usd: 0.000_001 })]);
    const first = await single.post(path);
    expect(first.status, first.text).toBe(200);

    const second = await single.post(path);

    expectProblem(second, 429, 'concurrency_limit_exceeded');
    expect(second.body).toMatchObject({ running_sandbox_ids: [first.body.id], limit: { scope: 'key', limit: 1 } });
    expect(second.headers.get('ratelimit-policy')).toContain('"key-sandboxes";q=1;qu="concurrent-requests"');
    const tooPoor = await poor.post(path);
    expectProblem(tooPoor, 429, 'quota_exceeded');
    expect(tooPoor.body.limit).toMatchObject({ scope: 'key', unit: 'usd', limit: 0.000_001, used: 0 });
    expect((await single.post(path, undefined, { on_limit: 'pause_oldest' })).status).toBe(200);
    expect((await owner.api.get(`${path}/${sandboxId}`)).body.status).toBe('RUNNING');
    await runningSandbox(owner.api, sandboxId);
  });
});
