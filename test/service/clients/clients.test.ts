import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from '../../../shared/client/answer-of.ts';
import { Api } from '../../support/service/api.ts';
import { waitForAnswer } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { anonymous, newOwner, service } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';
import { startSandbox } from '../../support/service/sandboxes.ts';
import { rememberSecret } from '../../support/service/secrets-of-run.ts';

const owner = await newOwner();

async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('a program with the typed client', () => {
  it('starts, uses, lists and deletes a conversation', async () => {
    const { client } = await newOwner();
    const { api } = client;
    const statuses: string[] = [];
    const idempotencyKey = randomUUID();
    const request = {
      title: 'Typed from end to end',
      initial_message: { role: 'user' as const, content: [{ type: 'text' as const, text: 'Hello' }], run: true },
    };

    const started = await client.startConversation(request, {
      idempotencyKey,
      onStatus: (status) => statuses.push(status),
    });
    rememberSecret('a session key', started.session_api_key);
    // A program that crashed and starts again with the same key gets the same conversation.
    const again = await client.startConversation(request, { idempotencyKey });

    expect(statuses.at(-1)).toBe('READY');
    expect(again.id).toBe(started.id);
    expect(started).toMatchObject({ title: 'Typed from end to end', sandbox_status: 'RUNNING' });
    await waitForAnswer({ url: started.conversation_url, sessionKey: started.session_api_key });

    const conversations = await all(client.conversations({ limit: 1 }));
    const sandboxes = await all(client.sandboxes());
    expect(conversations.map(({ id }) => id)).toEqual([started.id]);
    expect(sandboxes.map(({ id }) => id)).toEqual([started.sandbox_id]);

    const path = { conversation_id: started.id };
    const renamed = await answerOf(
      api.PATCH('/api/v1/app-conversations/{conversation_id}', { params: { path }, body: { title: 'Renamed' } }),
    );
    expect(renamed.title).toBe('Renamed');

    await api.DELETE('/api/v1/app-conversations/{conversation_id}', { params: { path } });
    const gone = api.GET('/api/v1/app-conversations/{conversation_id}', { params: { path } });
    await expect(gone).rejects.toMatchObject({ name: 'ApiProblem', status: 404, code: 'not_found' });
  });

  it('receives the name of an invalid field', async () => {
    const { client } = await newOwner();
    const tooLong = client.startConversation({ title: 'x'.repeat(201) });

    await expect(tooLong).rejects.toMatchObject({
      status: 422,
      code: 'validation_failed',
      problem: { errors: [expect.objectContaining({ pointer: '#/title' })] },
    });
  });
});

describe('a program that uses a sandbox directly', () => {
  const ME = '/api/v1/users/me';
  beforeAll(async () => {
    await owner.bearer.post('/api/v1/settings', {
      agent_settings_diff: { llm: { model: 'openai/mine', api_key: 'sk-mine', base_url: 'https://llm.example.com' } },
      mcp_config: { sse_servers: [{ url: 'https://mcp.example.com', api_key: 'mcp-key' }] },
    });
    await owner.bearer.post('/api/v1/settings/profiles/fast', { llm: { model: 'openai/fast', api_key: 'sk-fast' } });
    await owner.bearer.post('/api/v1/secrets', { name: 'TOKEN', value: 'the value' });
  });

  it('starts it, gets its language model and secrets through it, and deletes it', async () => {
    const { bearer } = owner;
    const made = await bearer.send('POST', '/api/v1/sandboxes');
    expect([made.status, typeof made.body.id]).toEqual([200, 'string']);
    const { id } = made.body;
    const sandbox = await eventually('the sandbox runs', async () => {
      const { body } = await bearer.get('/api/v1/sandboxes', { id: [id] });
      expect(body[0]?.status).toMatch(/^(STARTING|RUNNING)$/);
      return body[0].status === 'RUNNING' && body[0];
    });
    const { session_api_key: sessionKey, exposed_urls: urls } = sandbox;
    const agent = urls.find(({ name }: { name: string }) => name === 'AGENT_SERVER').url;
    expect((await fetch(`${agent}/health`)).status).toBe(200);
    const headers = { 'X-Session-API-Key': sessionKey };

    const me = await bearer.send('GET', ME, { query: { expose_secrets: 'true' }, headers });
    expect([me.status, me.body]).toMatchObject([
      200,
      {
        id: owner.name,
        llm_model: 'openai/mine',
        llm_api_key: 'sk-mine',
        llm_base_url: 'https://llm.example.com',
        llm_profiles: { profiles: { fast: { model: 'openai/fast', api_key: 'sk-fast' } } },
      },
    ]);
    const servers = await bearer.send('GET', ME, { headers });
    expect(servers.body.mcp_config).toEqual({
      sse_servers: [{ url: 'https://mcp.example.com', api_key: 'mcp-key' }],
      stdio_servers: [],
      shttp_servers: [],
    });
    expect(servers.text).not.toMatch(/sk-mine|sk-fast/);

    const withSession = new Api(service().baseUrl, headers);
    const { body: listed } = await withSession.get(`/api/v1/sandboxes/${id}/settings/secrets`);
    expect(listed).toEqual({ secrets: [{ name: 'TOKEN', description: null }] });
    expect((await withSession.get(`/api/v1/sandboxes/${id}/settings/secrets/TOKEN`)).text).toBe('the value');

    const deleted = await bearer.send('DELETE', `/api/v1/sandboxes/${id}`, { query: { sandbox_id: id } });
    expect([deleted.status, deleted.body]).toEqual([200, { success: true }]);
    expectProblem(await bearer.send('GET', ME, { query: { expose_secrets: 'true' }, headers }), 401, 'unauthenticated');
  });

  it('reads no secrets without the session key of a sandbox of the same owner', async () => {
    const stranger = await newOwner();
    const { sessionKey } = await startSandbox(stranger.api);
    const query = { expose_secrets: 'true' };
    const strange = { 'X-Session-API-Key': sessionKey };

    const answers = await Promise.all([
      owner.bearer.send('GET', ME, { query }),
      owner.api.send('GET', ME, { query }),
      owner.bearer.send('GET', ME, { query, headers: strange }),
      anonymous().send('GET', ME, { query, headers: strange }),
    ]);

    for (const answer of answers) expectProblem(answer, 401, 'unauthenticated');
    const masked = await owner.bearer.send('GET', ME, { headers: strange });
    expect([masked.status, masked.body.llm_api_key]).toEqual([200, '**********']);
    expect(masked.text).not.toMatch(/sk-mine|sk-fast|mcp-key/);
  });
});

/** The requests that the API keys page of the web UI of November 2025 sends, and the fields that it reads. */
describe('the page of API keys', () => {
  async function send(method: string, path: string, body?: object) {
    const headers = { 'X-Session-API-Key': owner.apiKey, Accept: 'application/json, text/plain, */*' };
    const response = await fetch(`${service().baseUrl}${path}`, {
      method,
      headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: the page reads fields without checks
    const data = (await response.json()) as any;
    return { status: response.status, data };
  }

  it('lists keys, makes one, shows it once and deletes it', async () => {
    const made = await send('POST', '/api/keys', { name: 'from the page' });
    expect(made).toMatchObject({
      status: 200,
      data: { id: expect.any(String), name: 'from the page', key: expect.stringMatching(/^acs_/) },
    });
    const { id, key, created_at } = made.data;
    const listed = { id, name: 'from the page', created_at, last_used_at: null };

    const { status, data } = await send('GET', '/api/keys');
    expect([status, Array.isArray(data)]).toEqual([200, true]);
    expect(data).toContainEqual(expect.objectContaining(listed));
    expect(JSON.stringify(data)).not.toContain(key);

    expect((await send('DELETE', `/api/keys/${id}`)).status).toBe(200);
    expect((await send('GET', '/api/keys')).data.map((one: { id: string }) => one.id)).not.toContain(id);
  });

  it('shows that there is no key for language models, and why it cannot be refreshed', async () => {
    expect(await send('GET', '/api/keys/llm/byor')).toEqual({ status: 200, data: { key: null } });
    const refreshed = await send('POST', '/api/keys/llm/byor/refresh');
    expect([refreshed.status, refreshed.data.detail]).toEqual([404, expect.any(String)]);
  });
});
