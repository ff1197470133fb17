import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { AgentProcess, aMessage, aStartRequest, sessionKey } from './agent-process.ts';

const prompt = {
  kind: 'SystemPromptEvent',
  id: 'e0000000-0000-4000-8000-000000000000',
  timestamp: '2025-01-01T00:00:00',
  source: 'agent',
  system_prompt: { type: 'text', text: 'You go on.' },
  tools: [],
};
const question = {
  kind: 'MessageEvent',
  id: 'e0000000-0000-4000-8000-000000000001',
  timestamp: '2025-01-01T00:00:01',
  source: 'user',
  llm_message: { role: 'user', content: [{ type: 'text', text: 'old question' }] },
};
const answer = {
  ...question,
  id: 'e0000000-0000-4000-8000-000000000002',
  timestamp: '2025-01-01T00:00:02',
  source: 'agent',
  llm_message: { role: 'assistant', content: [{ type: 'text', text: 'old answer' }] },
};

async function place(agent: AgentProcess, id: string, events: readonly { id: string }[]): Promise<void> {
  for (const [index, event] of events.entries()) {
    const name = `event-${String(index).padStart(5, '0')}-${event.id}.json`;
    const path = encodeURIComponent(`/workspace/conversations/${id.replaceAll('-', '')}/events/${name}`);
    const body = new FormData();
    body.append('file', new Blob([JSON.stringify(event)]), name);
    const headers = { 'X-Session-API-Key': sessionKey };
    await fetch(`${agent.baseUrl}/api/file/upload?path=${path}`, { method: 'POST', headers, body });
  }
}

describe('recorded events', () => {
  test('become the history of a new conversation when they lie in its directory', async () => {
    const agent = await AgentProcess.start();
    const id = randomUUID();
    await place(agent, id, [prompt, question, answer]);
    expect((await agent.get(`/api/conversations/${id}`)).status).toBe(404);
    const started = await agent.post('/api/conversations', aStartRequest({ conversation_id: id }));
    expect(started).toMatchObject({ status: 201, body: { execution_status: 'idle', leaf_event_id: answer.id } });
    const { body } = await agent.get(`/api/conversations/${id}/events/search`);
    expect(body.items).toEqual([prompt, question, answer]);
    await agent.say(id, 'new question');
    await agent.waitForStatus(id, 'finished');
    expect(await agent.messages(id)).toEqual([
      'user: old question',
      'agent: old answer',
      'user: new question',
      'agent: You said: new question',
    ]);
    await agent.end('SIGKILL');
    const again = await AgentProcess.start({ workspace: agent.workspace });
    await again.say(id, 'another');
    await again.waitForStatus(id, 'finished');
    expect((await again.messages(id)).at(-1)).toBe('agent: You said: another');
    const repeated = await again.post('/api/conversations', aStartRequest({ conversation_id: id }));
    expect(repeated.status).toBe(200);
  });

  test('cause a 500 at the next message when they begin with a message and have no system prompt', async () => {
    const agent = await AgentProcess.shared();
    const id = randomUUID();
    await place(agent, id, [question, answer]);
    await agent.post('/api/conversations', aStartRequest({ conversation_id: id }));
    expect((await agent.say(id, 'new question')).status).toBe(500);
  });

  test('are adopted together with the first message', async () => {
    const agent = await AgentProcess.shared();
    const id = randomUUID();
    await place(agent, id, [prompt, question, answer]);
    await agent.create({ conversation_id: id, initial_message: aMessage('go on') });
    await agent.waitForStatus(id, 'finished');
    expect((await agent.messages(id)).slice(2)).toEqual(['user: go on', 'agent: You said: go on']);
  });
});
