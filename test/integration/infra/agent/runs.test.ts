import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { AgentProcess, aMessage, aStartRequest } from './agent-process.ts';

const endless = '/wait 3000';

describe('the runs of the reference agent', () => {
  it('answer a message with all that the agent received, except keys', async () => {
    const agent = await AgentProcess.shared();
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
    expect(body.items[1].llm_message.content).toMatchObject([{ cache_prompt: false, type: 'text' }]);
    expect(body.items[1].llm_message.content[0].text.split('\n')).toEqual([
      'You said: Look at these',
      'Message: 1',
      'Images: 2',
      'Model: openai/test-model (with an API key)',
      'MCP servers: files, search',
      'Instructions: Answer in French.',
      '',
      expect.stringMatching(/^This is the reference agent/),
    ]);
  });

  it('start only on request, then answer messages in order', async () => {
    const agent = await AgentProcess.shared();
    const id = await agent.create();

    await agent.say(id, 'first', false);
    await agent.say(id, 'second', false);
    expect(await agent.messages(id)).toEqual(['user: first', 'user: second']);
    expect((await agent.post(`/api/conversations/${id}/run`)).body).toEqual({ success: true });
    await agent.waitForStatus(id, 'finished');

    expect((await agent.messages(id)).slice(2)).toEqual(['agent: You said: first', 'agent: You said: second']);
  });

  it('leave the agent idle after a message without a request to run', async () => {
    const agent = await AgentProcess.shared();
    const id = await agent.create({ initial_message: aMessage('hello') });
    await agent.waitForStatus(id, 'finished');

    await agent.say(id, 'and then?', false);

    await agent.waitForStatus(id, 'idle');
  });

  it('hold a message while a tool runs, and take it at its end', async () => {
    const agent = await AgentProcess.shared();
    const gate = `gate-${randomUUID()}`;
    const id = await agent.create({ initial_message: aMessage(`/run until [ -e /tmp/${gate} ]; do sleep 0.02; done`) });
    const path = `/api/conversations/${id}`;
    const calls = async () => (await agent.get(`${path}/events/count?kind=ActionEvent`)).body;
    await expect.poll(calls).toBe(1);
    const held = agent.say(id, 'held', true);
    const search = `${path}/events/search?source=user&kind=MessageEvent`;
    expect((await agent.get(search)).body.items).toHaveLength(1);

    await writeFile(`/tmp/${gate}`, '');
    await held;

    expect((await agent.get(search)).body.items).toHaveLength(2);
    await agent.waitForStatus(id, 'finished');
    expect((await agent.messages(id)).at(-1)).toBe('agent: You said: held');
    await rm(`/tmp/${gate}`);
  });

  it('exclude a second run, can be paused, and continue where they stopped', async () => {
    const agent = await AgentProcess.shared();
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
    await agent.send('DELETE', path);
  });

  it('answer a message that arrives during a run', async () => {
    const agent = await AgentProcess.shared();
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

  it('end when their conversation is deleted', async () => {
    const agent = await AgentProcess.shared();
    const id = await agent.create({ initial_message: aMessage(endless) });

    expect((await agent.send('DELETE', `/api/conversations/${id}`)).status).toBe(200);
    const again = await agent.post('/api/conversations', aStartRequest({ conversation_id: id }));

    expect(again).toMatchObject({ status: 201, body: { execution_status: 'idle' } });
    expect((await agent.get(`/api/conversations/${id}/events/count`)).body).toBe(0);
  });

  it('are paused and stored when the sandbox prepares for a pause', async () => {
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

  it('answer 404 for a conversation that does not exist', async () => {
    const agent = await AgentProcess.shared();
    const path = `/api/conversations/${randomUUID()}`;

    for (const action of ['run', 'pause', 'events']) {
      expect((await agent.post(`${path}/${action}`, aMessage('x'))).status).toBe(404);
    }
  });
});
