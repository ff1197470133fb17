import { expect, it } from 'vitest';
import { startConversation } from '../../support/service/conversations.ts';
import { sendOnce } from '../../support/service/idempotency.ts';
import { newOwner } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';
import { canary } from '../../support/service/secrets-of-run.ts';

const [owner, stranger] = await Promise.all([newOwner(), newOwner()]);
const { api } = owner;
const own: string = (await api.get('/api/organizations')).body.current_org_id;
const theirs: string = (await stranger.api.get('/api/organizations')).body.current_org_id;
const at = `/api/organizations/${own}`;

it('an API key belongs to one organization, whatever X-Org-Id says', async () => {
  const headers = { 'X-Org-Id': theirs };

  const { body } = await api.send('GET', '/api/organizations', { headers });

  expect(body.items.map(({ id }: { id: string }) => id)).toEqual([own]);
  expectProblem(await api.send('GET', `/api/organizations/${theirs}`, { headers }), 404, 'not_found');
});

it('a name is seen in every form, and the ID of the owner stays', async () => {
  const { body } = await api.send('PATCH', at, { body: { name: 'Acme Inc.' } });

  expect(body).toMatchObject({ id: own, name: 'Acme Inc.', is_personal: true });
  expect((await api.get('/api/organizations')).body.items).toMatchObject([{ id: own, name: 'Acme Inc.' }]);
  expect((await api.post(`${at}/switch`)).body).toMatchObject({ name: 'Acme Inc.' });
  expect((await api.get('/api/keys/current')).body.owner_id).toBe(owner.name);
});

it('settings are the same in every form', async () => {
  const tools = { url: 'https://mcp.example.com', headers: { Authorization: `Bearer ${canary('an MCP server')}` } };
  const change = {
    conversation_settings_diff: { max_iterations: 77 },
    agent_settings_diff: { mcp_config: { tools }, llm: { api_key: canary('the key of a model') } },
  };
  expect((await api.send('PATCH', `${at}/settings`, { body: change })).status).toBe(200);
  await api.post('/api/users/app', { language: 'de' });

  const { body: settings } = await api.get('/api/v1/settings');
  expect(settings).toMatchObject({ max_iterations: 77, language: 'de' });
  expect((await api.get(`${at}/settings`)).body.llm_api_key_set).toBe(true);
  for (const path of [at, '/api/organizations/llm']) {
    const answer = await api.get(path);
    expect(answer.status).toBe(200);
    expect(answer.text).not.toMatch(/canary/);
  }
  expect(
    (await api.post('/api/organizations/llm', { conversation_settings_diff: { max_iterations: 77 } })).status,
  ).toBe(200);
  expect((await api.send('PATCH', at, { body: { contact_name: 'Ann' } })).status).toBe(200);
  expect((await api.get('/api/organizations/llm')).body.conversation_settings.max_iterations).toBe(77);
  expect((await api.get('/api/organizations/app')).body.updated_at).toMatch(/^\d{4}-/);
});

it('conversations are listed, counted, exported and stopped', async () => {
  const { id, sandboxId } = await startConversation(api, { title: 'Everyone sees it' });

  expect((await api.get(`${at}/conversations`, { search: 'everyone' })).body).toMatchObject({
    items: [{ id, sandbox_status: 'RUNNING', user_id: owner.name }],
    total_items: 1,
    pagination_accurate: true,
  });
  expect((await api.get(`${at}/conversations/stats`)).body.running_runtimes).toBe(1);
  expect((await api.get(`${at}/conversations/usage-stats`)).body.agent_runs).toBe(1);
  expect((await api.get(`${at}/conversations/user-usage`)).body.items).toMatchObject([{ conversation_count: 1 }]);
  expect((await api.get(`${at}/conversations/export`)).text).toContain('Everyone sees it');
  const stopped = await sendOnce(api, `${at}/conversations/${id}/stop`, undefined, 'once');
  expect([stopped.status, stopped.body.sandbox_id]).toEqual([200, sandboxId]);
  expectProblem(await api.post(`${at}/conversations/${id}/stop`), 409, 'conflict');
  expectProblem(await stranger.api.post(`${at}/conversations/${id}/stop`), 404, 'not_found');
});
