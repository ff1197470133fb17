import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { askAgent, reached, startConversation, waitForAnswer } from '../../support/service/conversations.ts';
import { newOwner } from '../../support/service/owners.ts';
import { badFields } from '../../support/service/problems.ts';
import { canary, rememberSecret } from '../../support/service/secrets-of-run.ts';

const [owner, stranger] = await Promise.all([newOwner(), newOwner()]);

const create = (body: unknown) => owner.api.post('/api/conversations', body);

const recording = [
  { action: 'message', source: 'user', args: { content: 'Repair the roof' }, timestamp: '2025-01-01T00:00:01' },
  { action: 'run', source: 'agent', message: 'Running command: ls', timestamp: '2025-01-01T00:00:02' },
  { observation: 'run', source: 'agent', content: 'roof.txt', timestamp: '2025-01-01T00:00:03' },
  {
    kind: 'MessageEvent',
    source: 'agent',
    llm_message: { role: 'assistant', content: [{ type: 'text', text: 'It is repaired.' }] },
    timestamp: '2025-01-01T00:00:04',
  },
];

describe('replay_json of a start', () => {
  it('becomes the history of the conversation, which the agent continues', async () => {
    const { body } = await create({
      replay_json: JSON.stringify({ trajectory: recording }),
      initial_user_msg: 'not this',
    });
    const conversation = await reached(owner.api, body.conversation_id);
    await owner.api.get('/api/v1/app-conversations/start-tasks/search', { conversation_id__eq: body.conversation_id });
    const history = () => owner.api.get(`/api/v1/conversation/${body.conversation_id}/events/search`, { limit: 100 });
    const texts = async () => JSON.stringify((await history()).body.items);
    await expect.poll(texts, { timeout: 60_000, interval: 100 }).toContain('It is repaired.');

    const kept = await texts();
    for (const words of ['Repair the roof', 'Running command: ls', 'roof.txt']) expect(kept).toContain(words);
    expect(kept).not.toContain('not this');
    const { body: onAgent } = await askAgent(conversation, '/events/search?limit=100');
    expect(JSON.stringify(onAgent.items)).toContain('Repair the roof');
    await askAgent(conversation, '/events', 'go on');
    expect(await waitForAnswer(conversation, 4)).toContain('go on');
    const foreign = await stranger.api.get(`/api/v1/conversation/${body.conversation_id}/events/search`);
    expect(foreign.body.items).toEqual([]);
  });

  it('becomes the only history of a conversation whose id was used before', async () => {
    const fields = { conversation_id: randomUUID(), replay_json: JSON.stringify(recording) };
    const first = await create(fields);
    const history = `/api/v1/conversation/${first.body.conversation_id}/events/search`;
    const texts = async () => (await owner.api.get(history, { limit: 100 })).text;
    const newestStart = async () => {
      const query = { conversation_id__eq: fields.conversation_id, limit: 1 };
      return (await owner.api.get('/api/v1/app-conversations/start-tasks/search', query)).body.items[0]?.status;
    };
    await expect.poll(newestStart, { timeout: 60_000, interval: 100 }).toBe('READY');
    await expect.poll(texts, { timeout: 60_000, interval: 100 }).toContain('It is repaired.');
    expect((await owner.api.delete(`/api/v1/app-conversations/${first.body.conversation_id}`)).status).toBe(200);

    const second = await create(fields);

    expect(second.body.conversation_id).toBe(first.body.conversation_id);
    // Until the start ends, a read can still return the first history.
    await expect.poll(newestStart, { timeout: 60_000, interval: 100 }).toBe('READY');
    await expect.poll(texts, { timeout: 60_000, interval: 100 }).toContain('It is repaired.');
    expect((await texts()).match(/Repair the roof/g)).toHaveLength(1);
  });

  it.each([
    ['no JSON', '{'],
    ['no list', '{"a":1}'],
    ['an empty list', '[]'],
    ['a list with an invalid event', '[{"action":"message"},7]'],
    ['an empty event', '[{}]'],
    ['too many events', JSON.stringify(Array(10_001).fill({ action: 'message' }))],
  ])('is refused when it is %s, and no conversation is created', async (_, replay_json) => {
    const conversation_id = `refused-${randomUUID()}`;

    const answer = await create({ replay_json, conversation_id });

    expect([answer.status, badFields(answer)]).toEqual([422, ['body.replay_json']]);
    expect((await owner.api.get(`/api/v1/app-conversations/${conversation_id}`)).status).toBe(404);
  });
});

describe('the fields of a start', () => {
  it('deliver secrets to the agent, and mask them in the start task', async () => {
    const secret = canary('a secret of a start');
    rememberSecret('a secret of a start', secret);
    const conversation = await startConversation(owner.api, {
      secrets: { DEPLOY_KEY: secret },
      initial_message: { content: [{ type: 'text', text: 'hello' }] },
    });

    const task = await owner.api.get('/api/v1/app-conversations/start-tasks', { ids: [conversation.taskId] });
    expect(task.body[0].request.secrets).toEqual({ DEPLOY_KEY: '**********' });
    expect(task.text).not.toContain(secret);
    expect(JSON.stringify((await askAgent(conversation, '')).body.secret_registry)).toContain('DEPLOY_KEY');
  });

  it.each([
    ['repository', { repository: 'octo/tools; ls' }],
    ['selected_branch', { selected_branch: '-x' }],
    ['suggested_task.repo', { suggested_task: { repo: 'tools' } }],
    ['create_microagent.repo', { create_microagent: { repo: '../x' } }],
    ['mcp_config.sse_servers.0.url', { mcp_config: { sse_servers: [{ url: 'file:///etc/passwd' }] } }],
  ])('are refused by the name of the invalid field: %s', async (field, body) => {
    expect(badFields(await create(body))).toEqual([`body.${field}`]);
  });
});
