import { beforeAll, describe, expect, it } from 'vitest';
import { Api } from '../../support/service/api.ts';
import { eventually } from '../../support/service/eventually.ts';
import { anonymous, newOwner, type Owner, service } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';
import { startSandbox } from '../../support/service/sandboxes.ts';

let owner: Owner;
beforeAll(async () => {
  owner = await newOwner();
  await owner.bearer.post('/api/v1/settings', {
    agent_settings_diff: { llm: { model: 'openai/mine', api_key: 'sk-mine', base_url: 'https://llm.example.com' } },
    mcp_config: { sse_servers: [{ url: 'https://mcp.example.com', api_key: 'mcp-key' }] },
  });
  await owner.bearer.post('/api/v1/settings/profiles/fast', { llm: { model: 'openai/fast', api_key: 'sk-fast' } });
  await owner.bearer.post('/api/v1/secrets', { name: 'TOKEN', value: 'the value' });
});

const ME = '/api/v1/users/me';

describe('a program that works in a sandbox of its own', () => {
  it('starts it, gets its language model and secrets through it, and deletes it', async () => {
    const { bearer } = owner;
    const made = await bearer.send('POST', '/api/v1/sandboxes');
    expect([made.status, typeof made.body.id]).toEqual([200, 'string']);
    const { id } = made.body;
    const sandbox = await eventually('the sandbox runs', async () => {
      const { body } = await bearer.get('/api/v1/sandboxes', { id: [id] });
      expect(body[0]?.status).toMatch(/^(STARTING|RUNNING)$/);
      return body[0].status === 'RUNNING' ? body[0] : undefined;
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

  it('reads no secret by its API key alone, nor by the sandbox of another owner', async () => {
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
