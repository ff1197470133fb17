import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AgentProcess, aMessage, aStartRequest, waitFor } from './agent-process.ts';

describe('the conversations of the reference agent', () => {
  it('are created and described', async () => {
    const agent = await AgentProcess.shared();
    const request = aStartRequest({ title: 'not a field', tags: { team: 'a' }, surprise: 1, max_iterations: 7 });

    const { status, body } = await agent.post('/api/conversations', request);

    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      title: null,
      execution_status: 'idle',
      workspace: { kind: 'LocalWorkspace', working_dir: 'project' },
      tags: { team: 'a' },
      max_iterations: 7,
      stuck_detection: true,
      confirmation_policy: { kind: 'NeverConfirm' },
      current_model_id: null,
      parent_conversation_id: null,
      sub_conversation_ids: [],
      metrics: null,
      stats: { usage_to_metrics: {} },
      created_at: expect.stringMatching(/\.\d{6}Z$/),
      updated_at: expect.stringMatching(/\.\d{6}Z$/),
    });
    expect((await agent.get(`/api/conversations/${body.id.replaceAll('-', '').toUpperCase()}`)).body).toEqual(body);
  });

  it('are shown without the secrets of their agent', async () => {
    const agent = await AgentProcess.shared();
    const mcpServers = {
      search: { url: 'https://mcp.example.com/?apiKey=hidden-1', headers: { Authorization: 'Bearer hidden-2' } },
      tool: { command: 'npx', args: ['--token', 'hidden-3'], env: { TOKEN: 'hidden-4' } },
    };
    const llm = { model: 'm', api_key: 'hidden-5', aws_secret_access_key: 'hidden-6' };
    const secrets = { GIT: { kind: 'StaticSecret', value: 'hidden-7' } };

    const { body } = await agent.post(
      '/api/conversations',
      aStartRequest({ agent: { llm, mcp_config: { mcpServers } }, secrets }),
    );

    expect(JSON.stringify(body)).not.toContain('hidden');
    expect(body.agent.llm).toEqual({ model: 'm', api_key: null, aws_secret_access_key: null });
    expect(body.secret_registry.secret_sources.GIT).toEqual({ description: null, value: null, kind: 'StaticSecret' });
  });

  it('are returned for a repeated creation', async () => {
    const agent = await AgentProcess.shared();
    const id = randomUUID();
    const request = aStartRequest({ conversation_id: id.replaceAll('-', ''), initial_message: aMessage('once') });

    const all = await Promise.all([1, 2, 3].map(() => agent.post('/api/conversations', request)));

    expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(new Set(all.map(({ body }) => body.id))).toEqual(new Set([id]));
    await agent.waitForStatus(id, 'finished');
    expect(await agent.messages(id)).toEqual(['user: once', 'agent: You said: once']);
  });

  it('are refused with the name of every invalid field', async () => {
    const agent = await AgentProcess.start();
    const request = {
      conversation_id: 'not-a-uuid',
      workspace: {},
      agent: { llm: { model: 3 }, mcp_config: { a: { url: 'http://127.0.0.1', api_key: 'x' } } },
      secrets: { PLAIN: 'x', OTHER: { kind: 'Other' }, LOOK: { kind: 'LookupSecret' } },
      confirmation_policy: { kind: 'Sometimes' },
      initial_message: { role: 'system', content: [{ type: 'audio' }, { type: 'text' }] },
      tags: { Bad: 'x' },
    };

    const { status, body } = await agent.post('/api/conversations', request);

    expect(status).toBe(422);
    expect(body.detail.map((issue: { loc: string[] }) => issue.loc.join('.')).sort()).toEqual([
      'body.agent.llm.model',
      'body.agent.mcp_config.a.api_key',
      'body.confirmation_policy',
      'body.conversation_id',
      'body.initial_message.content.0.type',
      'body.initial_message.content.1.text',
      'body.initial_message.role',
      'body.secrets.LOOK.url',
      'body.secrets.OTHER',
      'body.secrets.PLAIN',
      'body.secrets.PLAIN',
      'body.tags',
      'body.workspace.working_dir',
    ]);
    expect((await agent.get('/api/conversations/count')).body).toBe(0);
  });

  it('accept agent settings, have no profiles, and keep their working directory inside the workspace', async () => {
    const agent = await AgentProcess.shared();
    const without = aStartRequest({ agent: null });

    const settings = await agent.post('/api/conversations', { ...without, agent_settings: { llm: { model: 'x' } } });
    const profile = await agent.post('/api/conversations', { ...without, agent_profile_id: randomUUID() });
    const outside = await agent.post(
      '/api/conversations',
      aStartRequest({ workspace: { working_dir: '../elsewhere' } }),
    );

    expect(settings).toMatchObject({ status: 201, body: { agent: { llm: { model: 'x' } } } });
    expect(profile).toMatchObject({ status: 404, body: { detail: expect.stringContaining('not found') } });
    expect(outside).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'workspace', 'working_dir'] }] } });
  });

  it('are read in batches, with null for unknown ids', async () => {
    const agent = await AgentProcess.shared();
    const [one, two] = [await agent.create(), await agent.create()];

    const found = await agent.get(`/api/conversations?ids=${two}&ids=${randomUUID()}&ids=${one.replaceAll('-', '')}`);

    expect(found.body.map((item: { id: string } | null) => item?.id ?? null)).toEqual([two, null, one]);
    expect((await agent.get('/api/conversations')).status).toBe(422);
    expect((await agent.get('/api/conversations?ids=x')).status).toBe(422);
    expect((await agent.get(`/api/conversations?${`ids=${one}&`.repeat(100)}`)).status).toBe(400);
  });

  it('are returned in pages in either order', async () => {
    const agent = await AgentProcess.start();
    const ids = [await agent.create(), await agent.create(), await agent.create()];
    const page = async (query: string) => {
      const { body } = await agent.get(`/api/conversations/search?limit=2&${query}`);
      return [body.items.map((item: { id: string }) => item.id), body.next_page_id];
    };

    const [newest, next] = await page('');
    const [oldest, last] = await page(`page_id=${next}`);

    expect([...newest, ...oldest]).toEqual(ids.toReversed());
    expect(last).toBeNull();
    expect((await page('sort_order=CREATED_AT'))[0]).toEqual(ids.slice(0, 2));
    expect((await agent.get('/api/conversations/count?status=idle')).body).toBe(3);
    expect((await agent.get('/api/conversations/count?status=running')).body).toBe(0);
    for (const wrong of ['limit=0', 'limit=101', 'limit=x', 'sort_order=NO', 'status=NO']) {
      expect((await agent.get(`/api/conversations/search?${wrong}`)).status).toBe(422);
    }
    expect((await agent.get('/api/conversations/search?page_id=gone')).status).toBe(400);
  });

  it('get their title from the first message, and can be changed and deleted', async () => {
    const agent = await AgentProcess.shared();
    const id = await agent.create();
    const path = `/api/conversations/${id}`;
    await agent.say(id, `\n${'A long request '.repeat(10)}\nmore`);
    await waitFor(async () => expect((await agent.get(path)).body.title).toMatch(/^A long request .{34}…$/));

    expect((await agent.send('PATCH', path, { title: 'Better', tags: { a: 'b' } })).status).toBe(200);
    expect((await agent.get(path)).body).toMatchObject({ title: 'Better', tags: { a: 'b' } });
    expect((await agent.send('PATCH', path, { title: '' })).status).toBe(422);

    expect(await agent.send('DELETE', path)).toMatchObject({ status: 200, body: { success: true } });
    expect(await agent.get(path)).toMatchObject({ status: 404, body: { detail: 'Not Found' } });
    expect((await agent.send('DELETE', path)).status).toBe(404);
    expect((await agent.get('/api/conversations/not-a-uuid')).status).toBe(422);
  });
});
