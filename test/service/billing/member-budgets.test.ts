import { BatchWriteCommand, DeleteCommand, DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usageItem } from '../../../shared/domain/billing/usage/usage-row.ts';
import type { Api } from '../../support/service/api.ts';
import { eventually } from '../../support/service/eventually.ts';
import { olga as operator, organizationPath, type Person, ServiceWithPeople } from '../../support/service/people.ts';
import { expectProblem } from '../../support/service/problems.ts';
import { gitServer, giveTokens } from '../../support/service/repositories.ts';
import { startSandbox } from '../../support/service/sandboxes.ts';
import { canary } from '../../support/service/secrets-of-run.ts';
import { LocalTables } from '../../support/service/tables.ts';
import { callWorker } from '../../support/service/workers.ts';
import { WebhookReceiver } from '../../support/webhooks/webhook-receiver.ts';

const OWNER = 'acme';
const git = await gitServer();

describe('budgets of people, over HTTP', () => {
  let people: ServiceWithPeople;
  let tables: LocalTables;
  let documents: DynamoDBDocumentClient;
  let receiver: WebhookReceiver;
  let ada: Person;
  let grace: Person;
  let olga: Person;
  /** An API key of Grace. */
  let laptop: Api;
  let budgets = '';
  /** A sandbox of Grace. */
  let paused = '';

  beforeAll(async () => {
    [people, receiver] = [await ServiceWithPeople.start(), await WebhookReceiver.start()];
    tables = await LocalTables.of(people.stateDirectory);
    documents = DynamoDBDocumentClient.from(tables.client);
    ada = await people.signIn({ person: 'ada' });
    grace = await people.signIn({ person: 'grace' });
    olga = await people.signIn(operator);
    ({ api: laptop } = await people.keyOf(grace.api, { name: 'laptop' }));
    budgets = `${await organizationPath(ada.api)}/budgets`;
  });

  afterAll(async () => {
    tables?.close();
    await receiver?.stop();
    await people?.end();
  });

  const override = (monthly_limit: number | null) =>
    ada.api.send('PUT', `${budgets}/overrides/${grace.id}`, { body: { monthly_limit } });
  const withdraw = () => ada.api.delete(`${budgets}/overrides/${grace.id}`);
  const sandbox = async (api: Api, id: string) => (await api.get(`/api/v1/sandboxes/${id}`)).body;

  it('a lowered budget pauses what the person runs within one sweep, tells the person, and is shown', async () => {
    const chosen = await grace.api.send('PATCH', '/api/v1/alerts/own', {
      body: { slack_url: receiver.url, on: ['budgets'] },
    });
    expect(chosen.status, chosen.text).toBe(200);
    await giveTokens(ada, git, canary('a git token'), ['github']);
    const prebuild = await grace.api.post('/api/v1/prebuilds', { repository: 'acme/unknown' });
    expect(prebuild.status, prebuild.text).toBe(201);
    const [byToken, byKey, ofAda] = [
      await startSandbox(grace.api),
      await startSandbox(laptop),
      await startSandbox(ada.api),
    ];
    paused = byToken.id;
    expect((await grace.api.get('/api/v1/limits')).body.budgets.member.usd).toEqual({ limit: null, used: null });

    const { status, body, text } = await override(0);
    await callWorker(people.stateDirectory, 'sweep-sandboxes', {});

    expect(status, text).toBe(200);
    expect(body).toMatchObject({ user_id: grace.id, monthly_limit: 0, is_override: true });
    for (const { id } of [byToken, byKey])
      expect(await sandbox(ada.api, id)).toMatchObject({ status: 'PAUSED', pause_reason: 'budget' });
    expect(await sandbox(ada.api, ofAda.id)).toMatchObject({ status: 'RUNNING' });
    for (const api of [grace.api, laptop]) {
      const limits = (await api.get('/api/v1/limits')).body;
      expect(limits.budgets.member.usd).toMatchObject({ limit: 0, used: expect.any(Number) });
      expect(limits.sandboxes.member).toEqual({ limit: null, used: 0 });
      expect((await api.get('/api/v1/overview')).body.limits.budgets.member.usd).toMatchObject({ limit: 0 });
      const refused = await api.post(`/api/v1/sandboxes/${byToken.id}/resume`);
      expectProblem(refused, 429, 'quota_exceeded');
      expect(refused.body.limit).toMatchObject({ scope: 'member', unit: 'usd', limit: 0 });
    }
    expect((await ada.api.get('/api/v1/limits')).body.budgets.member.usd.limit).toBeNull();
    const told = () => receiver.received.map(({ body: sent }) => String(JSON.parse(sent).text));
    await eventually('three alerts', () => told().length === 3);
    expect(told().every((one) => one.includes('of your budget'))).toBe(true);
  });

  it('a budget that was removed lets the person go on', async () => {
    expect((await withdraw()).status).toBe(204);
    expect((await withdraw()).status).toBe(204);
    expect((await grace.api.post(`/api/v1/sandboxes/${paused}/resume`)).status).toBe(200);
    expect((await grace.api.get('/api/v1/limits')).body.budgets.member.usd.limit).toBeNull();
  });

  describe('with a long ledger', () => {
    beforeAll(async () => {
      const begin = Date.parse(`${new Date().toISOString().slice(0, 7)}-01T00:00:00.000Z`);
      const entry = (n: number) =>
        usageItem({
          ...{ owner_id: OWNER, usage_key: `long-gone#${n}#paused`, sandbox_id: 'long-gone', generation: 1 },
          ...{ started_at: new Date(begin).toISOString(), ended_at: new Date(begin + 1_000 + n).toISOString() },
          ...{ is_estimate: false, spec_id: 'reference', cpu_units: 256, memory_megabytes: 512, gigabytes: 2 },
          ...{ api_key_id: grace.id, lineages: [grace.id], conversation_ids: [] },
          kind: 'paused',
          architecture: 'X86_64',
          capacity: 'on_demand',
        });
      for (let batch = 0; batch < 12; batch += 1) {
        const puts = Array.from({ length: 25 }, (_, n) => ({ PutRequest: { Item: entry(25 * batch + n) } }));
        await documents.send(new BatchWriteCommand({ RequestItems: { [tables.name('Usage')]: puts } }));
      }
    });

    const row = () => ({ TableName: tables.name('UsageSums'), Key: { owner_id: OWNER } });

    it.each([
      ['budgets are shown', () => ada.api.get(budgets)],
      ['members are listed with their costs', () => ada.api.get(budgets.replace(/budgets$/, 'members/financial'))],
      ['the budget of a person is set', () => override(1_000)],
      ['the budget of the owner is set', () => olga.api.send('PATCH', budgets, { body: { monthly_limit: 1_000 } })],
    ])('%s, and the sums of the month are stored', async (_, request) => {
      await documents.send(new DeleteCommand(row()));

      const { status, text } = await request();

      expect(status, text).toBe(200);
      expect((await documents.send(new GetCommand(row()))).Item).toMatchObject({ settled_to: expect.any(String) });
    });
  });
});
