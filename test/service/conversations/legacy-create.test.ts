import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useHttpAgent } from '../../support/http/http-agent.ts';
import type { Api } from '../../support/service/api.ts';
import { answersOf, reached, waitForAnswer, waitForSandbox } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner } from '../../support/service/owners.ts';
import { gitServer, giveTokens } from '../../support/service/repositories.ts';

const tools = await useHttpAgent();
const git = await gitServer();
git.addRepository('octo/tools', {}, ['feature/x']);
for (const name of ['octo/tasks', 'octo/agents', 'octo/first']) git.addRepository(name, {});
const owner = await newOwner();
await giveTokens(owner, git, 'a-git-token');

async function create(body: unknown, api: Api = owner.api) {
  const answer = await api.post('/api/conversations', body);
  expect(answer.status, answer.text).toBe(200);
  return answer;
}

async function read(id: string) {
  return (await owner.api.get(`/api/conversations/${id}`)).body;
}

describe.concurrent('the legacy create', () => {
  it('returns the first result for a repeated Idempotency-Key', async () => {
    const request = { body: { initial_user_msg: 'Once.' }, headers: { 'Idempotency-Key': randomUUID() } };

    const first = await owner.api.send('POST', '/api/conversations', request);
    const repeated = await owner.api.send('POST', '/api/conversations', request);

    expect(first.status, first.text).toBe(200);
    expect(repeated.body).toEqual(first.body);
  });

  it('applies every field of the request', async () => {
    const { body } = await create({
      repository: 'octo/tools',
      git_provider: 'gitlab',
      selected_branch: 'feature/x',
      initial_user_msg: 'Look at these.\nThen at those.',
      image_urls: ['https://example.com/1.png', 'data:image/png;base64,AAAA'],
      conversation_instructions: 'Answer in verse.',
      mcp_config: {
        sse_servers: [{ url: `${tools.url}/sse`, api_key: 'sse-secret' }],
        stdio_servers: [
          { name: 'files', command: 'sh', args: '-c "read -r line; echo $line"', env: { TOKEN: 'stdio-secret' } },
        ],
        shttp_servers: [
          { url: `${tools.url}/a` },
          { url: `${tools.url}/b`, api_key: 'http-secret', timeout: 180 },
          { url: 'http://127.0.0.1:9/broken', api_key: 'broken-secret' },
        ],
      },
      conversation_id: `all-fields.${randomUUID()}`,
    });

    const conversation = await eventually('it runs', async () => {
      const view = await read(body.conversation_id);
      return view.url ? view : undefined;
    });
    const answer = await waitForAnswer({ url: conversation.url, sessionKey: conversation.session_api_key });

    expect(conversation).toMatchObject({
      selected_repository: 'octo/tools',
      git_provider: 'gitlab',
      selected_branch: 'feature/x',
      trigger: 'gui',
      status: 'RUNNING',
      runtime_status: 'STATUS$READY',
      conversation_version: 'V1',
    });
    const lines = answer.split('\n');
    expect(lines.slice(0, 2)).toEqual(['You said: Look at these.', 'Then at those.']);
    expect(lines).toContain('Images: 2');
    expect(lines).toContain('Instructions: Answer in verse.');
    expect(lines).toContain('MCP servers: files, shttp_1, shttp_2, sse_1');
    await eventually('the answer is stored, although the agent uses another id', async () => {
      const history = await owner.api.get(`/api/v1/conversation/${body.conversation_id}/events/search`, { limit: 100 });
      return history.text.includes('You said: Look at these.');
    });
    const views = await Promise.all([
      owner.api.get(`/api/conversations/${body.conversation_id}`),
      owner.api.get('/api/v1/app-conversations/start-tasks/search', { conversation_id__eq: body.conversation_id }),
    ]);
    const [, tasks] = views;
    expect(tasks?.body.items[0].warnings).toMatchObject([
      { code: 'mcp_server_failed', message: expect.stringContaining("'shttp_3'") },
    ]);
    for (const { text } of views) expect(text).not.toMatch(/(sse|stdio|http|broken)-secret/);
  });

  it.each([
    ['gui', {}, { trigger: 'gui', selected_repository: null, git_provider: null }, null],
    [
      'suggested_task',
      {
        initial_user_msg: 'not this',
        suggested_task: { repo: 'octo/tasks', issue_number: 42, title: 'Repair the roof', git_provider: 'github' },
      },
      { trigger: 'suggested_task', selected_repository: 'octo/tasks', git_provider: 'github' },
      /^You said: .*42.*octo\/tasks.*Repair the roof/,
    ],
    [
      'microagent_management',
      { create_microagent: { repo: 'octo/agents', title: 'release notes' } },
      { trigger: 'microagent_management', selected_repository: 'octo/agents' },
      /^You said: .*octo\/agents.*release notes/,
    ],
  ])('sets the trigger %s', async (_, request, stored, said) => {
    const { body } = await create(request);

    expect(await read(body.conversation_id)).toMatchObject(stored);
    if (said) expect(await waitForAnswer(await reached(owner.api, body.conversation_id))).toMatch(said);
  });

  it('stores the trigger of a program for a bearer key', async () => {
    const { body } = await create({ suggested_task: { repo: 'octo/tasks' } }, owner.bearer);

    expect((await read(body.conversation_id)).trigger).toBe('openhands_api');
  });

  it.each([
    ['a chosen name', () => `My.Chat_${randomUUID().slice(0, 8)}`],
    ['a dashed UUID', () => randomUUID()],
    ['a UUID without dashes', () => randomUUID().replaceAll('-', '')],
  ])('joins the existing conversation with %s', async (_, newId) => {
    const conversation_id = newId();
    const first = await create({ conversation_id, initial_user_msg: 'only once', repository: 'octo/first' });
    const started = await reached(owner.api, conversation_id);
    await waitForAnswer(started);

    const second = await create({ conversation_id, initial_user_msg: 'only once', repository: 'octo/second' });

    expect(first.body.conversation_id).toBe(conversation_id);
    expect(second.body).toEqual({ status: 'ok', conversation_id, message: null, conversation_status: 'RUNNING' });
    expect((await read(conversation_id)).selected_repository).toBe('octo/first');
    expect(await answersOf(started)).toEqual([expect.stringMatching(/^You said: only once/)]);
    const tasks = await owner.api.get('/api/v1/app-conversations/start-tasks/search', {
      conversation_id__eq: conversation_id,
    });
    expect(tasks.body.items).toHaveLength(1);
  });

  it('returns STOPPED with the reason when its sandbox is paused or deleted', async () => {
    const { body } = await create({ conversation_id: `stopped-${randomUUID()}` });
    const { sandboxId } = await reached(owner.api, body.conversation_id);

    await owner.api.post(`/api/v1/sandboxes/${sandboxId}/pause`);
    const paused = await read(body.conversation_id);
    const joined = await create({ conversation_id: body.conversation_id });
    await waitForSandbox(owner.api, sandboxId, 'PAUSED');
    await owner.api.delete(`/api/v1/sandboxes/${sandboxId}`);
    const gone = await read(body.conversation_id);

    expect(paused).toMatchObject({
      status: 'STOPPED',
      message: expect.stringContaining('PAUSED'),
      url: null,
      session_api_key: null,
    });
    expect(joined.body).toMatchObject({ conversation_status: 'STOPPED', message: expect.stringContaining('PAUSED') });
    expect(gone).toMatchObject({ status: 'STOPPED', message: expect.stringContaining('MISSING'), url: null });
  });
});
