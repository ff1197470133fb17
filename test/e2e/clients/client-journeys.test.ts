import { describe, expect, it } from 'vitest';
import { Api } from '../../support/service/api.ts';
import { talkable } from '../../support/service/conversations.ts';
import { Device, sendForm } from '../../support/service/device-login.ts';
import { eventually } from '../../support/service/eventually.ts';
import { anonymous, newOwner, service } from '../../support/service/owners.ts';
import { EventSocket } from '../support/event-socket.ts';

const owner = await newOwner();

const get200 = async (api: Api, path: string, query: Record<string, string | number | readonly string[]> = {}) => {
  const { status, body, text } = await api.get(path, query);
  expect([path, status], text).toEqual([path, 200]);
  return body;
};

const ended = (api: Api, taskId: string) =>
  eventually(`start task ${taskId} ends`, async () => {
    const [task] = await get200(api, '/api/v1/app-conversations/start-tasks', { ids: [taskId] });
    return ['READY', 'ERROR'].includes(task.status) ? task : undefined;
  });

/** Of a URL, the web interface of November 2025 keeps only host and port. */
const atHost = (host: string, id: string) => `http://${host}/api/conversations/${id}`;

describe('the command line client', () => {
  it('logs in, reads its user and settings, starts a conversation and reads its id', async () => {
    const device = await Device.start(anonymous());
    const decision = { user_code: device.codes.user_code, decision: 'approve' };
    await sendForm(owner.api, '/oauth/device/verify-authenticated', decision);
    const api = Api.withBearer(service().baseUrl, await device.token());

    expect(await get200(api, '/api/keys/llm/byor')).toEqual({ key: null });
    expect(await get200(api, '/api/v1/users/me')).toMatchObject({ id: owner.name });
    expect(await get200(api, '/api/v1/settings')).toHaveProperty('llm_model');
    const created = await api.post('/api/v1/app-conversations', {
      initial_message: { content: [{ type: 'text', text: 'hello' }] },
      selected_repository: null,
      selected_branch: null,
    });
    expect(created.status, created.text).toBe(200);
    const task = await ended(api, created.body.id);

    expect(task).toMatchObject({ status: 'READY', app_conversation_id: expect.stringMatching(/^[0-9a-f]{32}$/) });
  });
});

describe('the web interface of November 2025', () => {
  it('gets valid responses to the requests of its start', async () => {
    const { api } = owner;

    const config = await get200(anonymous(), '/api/options/config');
    expect(config).toMatchObject({ APP_MODE: 'oss', FEATURE_FLAGS: { ENABLE_BILLING: false } });
    expect((await api.post('/api/authenticate')).status).toBe(200);
    expect((await anonymous().post('/api/authenticate')).status).toBe(401);
    const settings = await api.get('/api/settings');
    expect([200, 404]).toContain(settings.status);
    expect(await get200(api, '/api/options/models')).toEqual([expect.stringContaining('/')]);
    expect(await get200(api, '/api/options/agents')).toEqual(['CodeActAgent']);
    for (const path of ['/api/options/security-analyzers', '/api/user/suggested-tasks']) {
      expect(await get200(api, path)).toEqual([]);
    }
  });

  it('creates, lists, polls, renames, pauses, resumes and deletes a conversation', async () => {
    const { api } = owner;

    const created = await api.post('/api/v1/app-conversations', {
      initial_message: { role: 'user', content: [{ type: 'text', text: 'hello' }] },
    });
    const starting = await get200(api, '/api/v1/app-conversations/start-tasks/search', {
      limit: 100,
      created_at__gte: new Date(Date.now() - 20 * 60_000).toISOString(),
    });
    expect(starting.items.map(({ id }: { id: string }) => id)).toContain(created.body.id);
    const task = await ended(api, created.body.id);
    const id: string = task.app_conversation_id;

    const { results } = await get200(api, '/api/conversations', { limit: 20 });
    expect(results[0]).toMatchObject({ conversation_id: id, conversation_version: 'V1' });
    const page = await get200(api, `/api/conversations/${id}`);
    expect(page).toMatchObject({ status: 'RUNNING', runtime_status: 'STATUS$READY', sub_conversation_ids: [] });
    expect(page.url).toMatch(/\/api\/conversations\/[0-9a-f]{32}$/);
    expect(page.session_api_key).toMatch(/\S/);

    const [found] = await get200(api, '/api/v1/app-conversations', { ids: [id] });
    const [sandbox] = await get200(api, '/api/v1/sandboxes', { id: [found.sandbox_id] });
    expect(sandbox.exposed_urls.map(({ name }: { name: string }) => name)).toContain('AGENT_SERVER');
    expect((await get200(api, `/api/conversations/${id}/config`)).runtime_id).toBe(found.sandbox_id);
    await eventually(
      'its events are counted',
      async () => (await get200(api, '/api/v1/events/count', { conversation_id__eq: id })) > 0,
    );

    expect((await api.send('PATCH', `/api/conversations/${id}`, { body: { title: 'Renamed' } })).body).toBe(true);
    expect((await get200(api, `/api/conversations/${id}`)).title).toBe('Renamed');
    const { host } = new URL(page.url);
    const query = { resend_all: 'true', session_api_key: page.session_api_key };
    const connect = () => new EventSocket(atHost(host, id), query);
    const before = connect();
    await before.waitForAnswer('hello');
    expect((await api.post(`/api/v1/sandboxes/${found.sandbox_id}/pause`, {})).body).toEqual({ success: true });
    expect(await get200(api, `/api/conversations/${id}`)).toMatchObject({ status: 'STOPPED', url: null });
    expect(await before.waitForClose()).toBeGreaterThanOrEqual(1000);
    expect((await api.post(`/api/v1/sandboxes/${found.sandbox_id}/resume`, {})).body).toEqual({ success: true });
    await eventually('it runs again', async () => (await get200(api, `/api/conversations/${id}`)).status === 'RUNNING');
    await talkable(api, id);
    // The tab connects to the host and with the key that it knows.
    const after = connect();
    await after.waitForAnswer('hello');
    await after.say('in the same tab');
    await after.waitForAnswer('in the same tab');
    after.end();
    const { url, session_api_key } = page;
    expect(await get200(api, `/api/conversations/${id}`)).toMatchObject({ url, session_api_key });
    expect((await api.delete(`/api/conversations/${id}`)).body).toBe(true);
  });
});

describe('the newest web interface', () => {
  it('gets valid responses to the requests of its start, with an organization in their header', async () => {
    const [{ id: organization }] = (await get200(owner.bearer, '/api/organizations')).items;
    const headers = { 'X-Org-Id': organization, 'X-OpenHands-Client': 'canvas', 'X-OpenHands-Client-Version': '1.0.0' };
    const ask = async (path: string) => {
      const { status, body, text } = await owner.bearer.send('GET', path, { headers });
      expect([path, status], text).toEqual([path, 200]);
      return body;
    };

    expect(await ask('/api/keys/current')).toMatchObject({ user_id: owner.name });
    expect(await ask(`/api/organizations/${organization}/me`)).toMatchObject({ role: 'owner' });
    expect(await ask(`/api/organizations/${organization}/profiles`)).toEqual({ profiles: [], active_profile: null });
    expect(await ask('/api/agent-profiles')).toEqual({ profiles: [], active_agent_profile_id: null });
    expect(await ask('/api/v1/settings')).toHaveProperty('llm_model');
    expect(await ask('/api/v1/web-client/config')).toMatchObject({ app_mode: 'oss', faulty_models: [] });
    for (const path of [
      '/api/v1/app-conversations/search?limit=20&sort_order=UPDATED_AT_DESC',
      '/api/v1/secrets/search',
      '/api/v1/skills/search',
      '/api/v1/config/models/search',
      '/api/v1/config/providers/search',
      '/api/v1/git/suggested-tasks/search',
    ]) {
      expect(await ask(path)).toMatchObject({ items: expect.any(Array), next_page_id: null });
    }
  });
});
