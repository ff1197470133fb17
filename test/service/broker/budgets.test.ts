import { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { says } from '../../support/models/model-script.ts';
import { startScriptedModel } from '../../support/models/scripted-model.ts';
import { Api } from '../../support/service/api.ts';
import { type StartedConversation, startConversation, waitForSandbox } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { type Member, newMember } from '../../support/service/members.ts';
import { modelKeyOf } from '../../support/service/model-keys.ts';
import { newOwner, type Owner, service } from '../../support/service/owners.ts';
import { canary } from '../../support/service/secrets-of-run.ts';
import { LocalTables } from '../../support/service/tables.ts';
import { callWorker } from '../../support/service/workers.ts';

const { stateDirectory } = service();
const state = stateDirectory ?? '';
const path = '/api/v1/app-conversations';
const chat = { messages: [{ role: 'user', content: 'Hi' }], max_tokens: 10 };
/** An answer for a cent. */
const answer = says('x', { tokens: { input: 0, cacheRead: 0, cacheWrite: 0, output: 10 } });

describe.runIf(stateDirectory !== null)('the money of models', () => {
  const key = canary('key of a provider');
  let model: Awaited<ReturnType<typeof startScriptedModel>>;
  let tables: LocalTables;
  let documents: DynamoDBDocumentClient;
  let owner: Owner;
  let member: Member;
  let conversation: StartedConversation;
  let agent: Api;

  beforeAll(async () => {
    model = await startScriptedModel({ key });
    model.follow(() => answer);
    tables = await LocalTables.of(state);
    documents = DynamoDBDocumentClient.from(tables.client);
    const admin = await newOwner(['--scopes', 'admin']);
    owner = await newOwner();
    member = await newMember(owner, 'member');
    const price = { input_cost_per_token: 0.000001, output_cost_per_token: 0.001 };
    const llm = { model: 'openai/scripted-model', api_key: key, base_url: model.url, ...price };
    await owner.api.post('/api/v1/settings', { agent_settings_diff: { llm } });
    const limits = { monthly_budget_usd: 1_000 };
    const { status, text } = await admin.api.send('PATCH', `/api/v1/owners/${owner.name}`, { body: { limits } });
    expect(status, text).toBe(200);
    conversation = await startConversation(member.api, { max_budget_per_task: 0.005 });
    agent = Api.withBearer(service().baseUrl, await modelKeyOf(conversation));
  });
  afterAll(async () => {
    tables?.close();
    await model?.close();
  });

  const ask = () => agent.post('/llm/v1/chat/completions', chat);
  const view = async () => (await member.api.get(`${path}/${conversation.id}`)).body;
  const calls = async () =>
    (await member.api.get('/api/v1/model-calls', { conversation_id: conversation.id })).body.items;

  it('counts towards the conversation and the owner, and a budget that is used up lets the conversation wait', async () => {
    const [first, second] = [await ask(), await ask()];

    expect([first.status, second.status]).toEqual([200, 402]);
    expect(second.body).toMatchObject({ code: 'quota_exceeded', limit: { scope: 'conversation', limit: 0.005 } });
    expect(await view()).toMatchObject({ waits_for: 'budget' });
    expect(await calls()).toMatchObject([{ status: 'succeeded', cost_usd: '0.010000000000', output_tokens: 10 }]);
    const { used } = (await owner.api.get('/api/v1/limits')).body.budgets.owner.usd;
    expect(used).toBeGreaterThanOrEqual(0.01);
  });

  it('repeats the run after a raise, and the next request ends the wait', async () => {
    const { id, sandboxId } = conversation;
    const body = { max_budget_per_task: 1 };
    expect((await member.api.send('PATCH', `${path}/${id}`, { body })).status).toBe(200);
    // A resume looks at once.
    await member.api.post(`/api/v1/sandboxes/${sandboxId}/pause`);
    await waitForSandbox(owner.api, sandboxId, 'PAUSED');
    await member.api.post(`/api/v1/sandboxes/${sandboxId}/resume`);
    await waitForSandbox(owner.api, sandboxId, 'RUNNING');

    await eventually('the run is repeated', async () => {
      const Key = { owner_id: owner.name, conversation_id: id };
      const { Item } = await documents.send(new GetCommand({ TableName: tables.name('Conversations'), Key }));
      return Item?.waits_runs === 1;
    });
    expect((await ask()).status).toBe(200);
    expect(await view()).toMatchObject({ waits_for: null });
  });

  it('adds the ledger up anew before a request, if that was long ago', async () => {
    const Key = { owner_id: owner.name };
    const TableName = tables.name('Owners');
    const settledAt = async () => (await documents.send(new GetCommand({ TableName, Key }))).Item?.budget_settled_at;
    await documents.send(new UpdateCommand({ TableName, Key, UpdateExpression: 'REMOVE budget_settled_at' }));

    expect((await ask()).status).toBe(200);
    expect(await settledAt()).toMatch(/^20/);
  });

  it('does not call a model when every place of the owner is taken', async () => {
    const places = [0, 1, 2, 3].map((place) => ({ owner_id: owner.name, call_id: `~place#${place}` }));
    const taken = async (number: number) => {
      for (const Key of places)
        await documents.send(
          new UpdateCommand({
            TableName: tables.name('ModelCalls'),
            Key,
            UpdateExpression: 'ADD calls :number',
            ExpressionAttributeValues: { ':number': number },
          }),
        );
    };
    const seen = model.requests.length;
    await taken(25);
    const refused = await ask();
    await taken(-25);

    expect([refused.status, refused.body.code]).toEqual([429, 'concurrency_limit_exceeded']);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(model.requests.length).toBe(seen);
    expect((await ask()).status).toBe(200);
  });

  it('charges the largest cost for a request that its function did not close', async () => {
    const answered = Promise.withResolvers<void>();
    model.next({ kind: 'wait', until: answered.promise, step: answer });
    const asked = ask();
    const open = await eventually('a request is open', async () =>
      (await calls()).find(({ status }: { status: string }) => status === 'open'),
    );
    const TableName = tables.name('ModelCalls');
    const { Item } = await documents.send(
      new GetCommand({ TableName, Key: { owner_id: owner.name, call_id: open.id } }),
    );
    await documents.send(
      new PutCommand({ TableName, Item: { ...Item, open_sort: `2020-01-01T00:00:00.000Z#${open.id}` } }),
    );
    const find = async () => (await calls()).find(({ id }: { id: string }) => id === open.id);

    await eventually('the sweep has closed it', async () => {
      await callWorker(state, 'sweep-sandboxes', {});
      return (await find()).status === 'expired';
    });
    const expired = await find();
    answered.resolve();

    expect(expired).toMatchObject({ is_estimate: true, output_tokens: null });
    expect(Number(expired.cost_usd)).toBeGreaterThanOrEqual(0.01);
    expect((await asked).status).toBe(200);
    expect(await find()).toEqual(expired);
  });
});
