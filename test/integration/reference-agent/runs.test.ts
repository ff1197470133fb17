import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AgentProcess, aMessage, aStartRequest } from './agent-process.ts';

/** Longer than any test: a run that only a pause ends. */
const endless = '/wait 3000';

describe('reference agent server: the agent', () => {
  it('answers a message with all that reached it, but for keys', async () => {
    const agent = await AgentProcess.start();
    const content = [
      { type: 'text', text: 'Look at these' },
      { type: 'image', image_urls: ['data:image/png;base64,AA==', 'https://example.com/a.png'] },
    ];
    const id = await agent.create({
      agent: {
        llm: { model: 'openai/test-model', api_key: 'sk-very-secret' },
        mcp_config: { mcpServers: { search: { url: 'https://mcp.example.com' }, files: { command: 'npx' } } },
        agent_context: { system_message_suffix: 'Answer in French.' },
      },
      initial_message: { role: 'user', content },
    });
    await agent.waitForStatus(id, 'finished');

    const { body } = await agent.get(`/api/conversations/${id}/events/search?source=agent`);

    expect(body.items).toHaveLength(2);
    expect(body.items[0].system_prompt.text).toContain('Answer in French.');
    expect(body.items[1]).toMatchObject({ kind: 'MessageEvent', llm_message: { role: 'assistant' } });
    expect(body.items[1].llm_message.content).toEqual([
      {
        cache_prompt: false,
        type: 'text',
        text: [
          'You said: Look at these',
          'Message: 1',
          'Images: 2',
          'Model: openai/test-model (with an API key)',
          'MCP servers: files, search',
          'Instructions: Answer in French.',
        ].join('\n'),
      },
    ]);
  });

  it('answers only when it is told to run, and then every message in turn', async () => {
    const agent = await AgentProcess.start();
    const id = await agent.create();

    await agent.say(id, 'first', false);
    await agent.say(id, 'second', false);
    expect(await agent.messages(id)).toEqual(['user: first', 'user: second']);
    expect((await agent.post(`/api/conversations/${id}/run`)).body).toEqual({ success: true });
    await agent.waitForStatus(id, 'finished');

    expect((await agent.messages(id)).slice(2)).toEqual(['agent: You said: first', 'agent: You said: second']);
  });

  it('becomes idle again when a message comes that nobody asked it to answer', async () => {
    const agent = await AgentProcess.start();
    const id = await agent.create({ initial_message: aMessage('hello') });
    await agent.waitForStatus(id, 'finished');

    await agent.say(id, 'and then?', false);

    await agent.waitForStatus(id, 'idle');
  });

  it('refuses a second run, pauses, and continues where it was', async () => {
    const agent = await AgentProcess.start();
    const id = await agent.create({ initial_message: aMessage(endless) });
    const path = `/api/conversations/${id}`;

    expect((await agent.get(path)).body.execution_status).toBe('running');
    expect(await agent.post(`${path}/run`)).toMatchObject({ status: 409, body: { detail: expect.any(String) } });
    expect((await agent.get('/api/conversations/count?status=running')).body).toBe(1);
    expect((await agent.post(`${path}/pause`)).body).toEqual({ success: true });

    expect((await agent.get(path)).body.execution_status).toBe('paused');
    const { body } = await agent.get(`${path}/events/search?kind=PauseEvent`);
    expect(body.items).toMatchObject([{ kind: 'PauseEvent', source: 'user' }]);
    expect((await agent.post(`${path}/pause`)).status).toBe(200);
    expect((await agent.get(`${path}/events/count?kind=PauseEvent`)).body).toBe(1);
    expect((await agent.post(`${path}/run`)).status).toBe(200);
    expect((await agent.get(path)).body.execution_status).toBe('running');
  });

  it('answers a message that arrives during a run in that run', async () => {
    const agent = await AgentProcess.start();
    const id = await agent.create({ initial_message: aMessage('/wait 1 then') });

    expect((await agent.say(id, 'meanwhile')).status).toBe(200);
    await agent.waitForStatus(id, 'finished');

    expect((await agent.messages(id)).slice(2)).toEqual([
      'agent: You said: /wait 1 then',
      'agent: You said: meanwhile',
    ]);
    const { body } = await agent.get(`/api/conversations/${id}/events/search?kind=ConversationStateUpdateEvent`);
    const statuses = body.items.filter((event: { key: string }) => event.key === 'execution_status');
    expect(statuses.map((event: { value: string }) => event.value)).toEqual(['running', 'finished']);
  });

  it('drops the run of a conversation that is deleted', async () => {
    const agent = await AgentProcess.start();
    const id = await agent.create({ initial_message: aMessage(endless) });

    expect((await agent.send('DELETE', `/api/conversations/${id}`)).status).toBe(200);
    const again = await agent.post('/api/conversations', aStartRequest({ conversation_id: id }));

    expect(again).toMatchObject({ status: 201, body: { execution_status: 'idle' } });
    expect((await agent.get(`/api/conversations/${id}/events/count`)).body).toBe(0);
  });

  it('prepares for a pause of its sandbox: what runs is paused, and everything is kept', async () => {
    const agent = await AgentProcess.start();
    const [busy, calm] = [await agent.create({ initial_message: aMessage(endless) }), await agent.create()];

    const prepared = await agent.post('/api/conversations/prepare-for-sandbox-pause');
    await agent.end('SIGKILL');
    const again = await AgentProcess.start({ workspace: agent.workspace });

    expect(prepared).toMatchObject({ status: 204, body: undefined });
    expect((await again.get(`/api/conversations/${busy}`)).body.execution_status).toBe('paused');
    expect((await again.get(`/api/conversations/${calm}`)).body.execution_status).toBe('idle');
    expect((await again.get(`/api/conversations/${busy}/events/count?kind=PauseEvent`)).body).toBe(1);
  });

  it('knows no run, pause or message of a conversation that does not exist', async () => {
    const agent = await AgentProcess.start();
    const path = `/api/conversations/${randomUUID()}`;

    for (const action of ['run', 'pause', 'events']) {
      expect((await agent.post(`${path}/${action}`, aMessage('x'))).status).toBe(404);
    }
  });
});
