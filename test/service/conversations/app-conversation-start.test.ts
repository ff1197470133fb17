import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../support/service/api.ts';
import {
  answersOf,
  askAgent,
  reached,
  type StartedConversation,
  startConversation,
  waitForAnswer,
  waitForSandbox,
  waitForTask,
} from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner } from '../../support/service/owners.ts';
import { badFields, expectProblem } from '../../support/service/problems.ts';
import { gitServer, giveTokens } from '../../support/service/repositories.ts';

const path = '/api/v1/app-conversations';

/** The order of the statuses of a start task. A poll can miss some of them. */
const order = [
  'WORKING',
  'WAITING_FOR_SANDBOX',
  'PREPARING_REPOSITORY',
  'RUNNING_SETUP_SCRIPT',
  'SETTING_UP_GIT_HOOKS',
  'SETTING_UP_SKILLS',
  'STARTING_CONVERSATION',
  'READY',
];

const git = await gitServer();
for (const name of ['octo/tools', 'octo/roof']) git.addRepository(name, {});
const owner = await newOwner();
await giveTokens(owner, git, 'a-git-token');

async function create(body: unknown) {
  const answer = await owner.api.post(path, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const read = async (id: string) => (await owner.api.get(`${path}/${id}`)).body;

describe.concurrent('the start of an app conversation', () => {
  it('returns the first status of its start task at once', async () => {
    const task = await create({});

    expect(task).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      created_by_user_id: owner.name,
      status: 'WORKING',
      detail: null,
      conversation_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      app_conversation_id: null,
      sandbox_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      agent_server_url: null,
      request: { title: null, agent_type: 'default', pr_number: [], initial_message: null },
    });
    expect(task.updated_at).toBe(task.created_at);
  });

  it('advances to READY, after which the agent answers messages', async () => {
    const created = await create({ initial_message: { content: [{ type: 'text', text: 'hello' }] } });
    const seen = ['WORKING'];
    while (seen.at(-1) !== 'READY') {
      const { body } = await owner.api.get(`${path}/start-tasks`, { ids: created.id });
      if (body[0].status !== seen.at(-1)) seen.push(body[0].status);
      expect(body[0].status, body[0].detail).not.toBe('ERROR');
    }

    expect(seen).toEqual(order.filter((status) => seen.includes(status)));
    const task = await waitForTask(owner.api, created.id, 'READY');
    // A busy agent can respond too late, and an agent that was just asked has not started the run.
    const conversation = await eventually('its agent reports a run', async () => {
      const now = await read(task.app_conversation_id);
      return /^(running|finished)$/.test(now.execution_status) && now.llm_model !== null ? now : undefined;
    });
    // Without a model in the request, the conversation uses the model of the deployment.
    const { llm_model: model } = (await owner.api.get('/api/v1/settings')).body;
    expect(conversation).toEqual({
      id: created.conversation_id,
      created_by_user_id: owner.name,
      sandbox_id: created.sandbox_id,
      selected_repository: null,
      selected_branch: null,
      git_provider: null,
      forked_from_conversation_id: null,
      forked_from_event_id: null,
      title: expect.stringMatching(/\S/),
      trigger: null,
      pr_number: [],
      llm_model: model,
      metrics: conversation.metrics,
      parent_conversation_id: null,
      sub_conversation_ids: [],
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      sandbox_status: 'RUNNING',
      execution_status: conversation.execution_status,
      visibility: 'members',
      share_id: null,
      status_detail: null,
      waits_for: null,
      conversation_url: `${task.agent_server_url}/api/conversations/${created.conversation_id}`,
      session_api_key: expect.stringMatching(/^\S{32,}$/),
      agent_kind: 'openhands',
      public: null,
      tags: {},
      acp_server: null,
      max_budget_per_task: null,
      launched_agent_profile: null,
      warnings: [],
      workspace: { working_dir: '/workspace/project' },
    });
    const { conversation_url: url, session_api_key: sessionKey } = conversation;
    expect(await waitForAnswer({ url, sessionKey })).toMatch(/^You said: hello\n/);
    const metrics = await eventually('the costs are known', async () => {
      const { metrics } = await read(task.app_conversation_id);
      return metrics ?? undefined;
    });
    expect(metrics).toMatchObject({
      model_name: model,
      accumulated_cost: expect.any(Number),
      accumulated_token_usage: { prompt_tokens: expect.any(Number), completion_tokens: expect.any(Number) },
    });
    expect(metrics.accumulated_cost).toBeGreaterThan(0);
  });

  it('stores the fields of the request and passes them to the agent', async () => {
    const request = {
      title: 'My title',
      selected_repository: 'octo/tools',
      selected_branch: 'main',
      git_provider: 'forgejo',
      trigger: 'slack',
      pr_number: [7, 8],
      llm_model: 'openai/gpt-test',
      public: true,
      system_message_suffix: 'Be brief.',
      initial_message: {
        content: [
          { type: 'text', text: 'one' },
          { type: 'image', image_urls: ['https://example.com/1.png', 'https://example.com/2.png'] },
        ],
      },
      of_no_version_known_here: { ignored: true },
    };
    const conversation = await startConversation(owner.api, request);

    const { title, selected_repository, selected_branch, git_provider, trigger, pr_number, llm_model } = request;
    expect(await read(conversation.id)).toMatchObject({
      ...{ title, selected_repository, selected_branch, git_provider, trigger, pr_number, llm_model, public: true },
    });
    const answer = await waitForAnswer(conversation);
    for (const line of ['You said: one', 'Images: 2', 'Model: openai/gpt-test', 'Instructions: Be brief.'])
      expect(answer).toContain(line);
  });

  it.each([
    ['dashed', () => randomUUID()],
    ['hex', () => randomUUID().replaceAll('-', '')],
  ])('accepts a conversation id of the caller (%s), which is also the id of the first sandbox', async (_, newId) => {
    const given = newId();
    const hex = given.replaceAll('-', '');
    const conversation = await startConversation(owner.api, { conversation_id: given });

    expect(conversation).toMatchObject({ id: hex, sandboxId: hex });
    expect(conversation.url).toMatch(new RegExp(`/api/conversations/${hex}$`));
  });

  it('starts an existing conversation in a new sandbox when the old one is deleted', async () => {
    const conversation_id = randomUUID();
    const first = await startConversation(owner.api, { conversation_id, title: 'stays' });
    await owner.api.delete(`/api/v1/sandboxes/${first.sandboxId}`);
    expect(await read(first.id)).toMatchObject({
      sandbox_status: 'MISSING',
      conversation_url: null,
      session_api_key: null,
    });

    const second = await startConversation(owner.api, { conversation_id });

    expect(second.id).toBe(first.id);
    expect(second.sandboxId).not.toBe(first.sandboxId);
    expect(await read(first.id)).toMatchObject({ title: 'stays', sandbox_status: 'RUNNING' });
  });

  it('uses the sandbox that the request names, and resumes it when it is paused', async () => {
    const first = await startConversation(owner.api);
    const second = await startConversation(owner.api, { sandbox_id: first.sandboxId });
    expect([second.sandboxId, second.sessionKey]).toEqual([first.sandboxId, first.sessionKey]);

    await owner.api.post(`/api/v1/sandboxes/${first.sandboxId}/pause`);
    await waitForSandbox(owner.api, first.sandboxId, 'PAUSED');
    const third = await startConversation(owner.api, {
      sandbox_id: first.sandboxId,
      initial_message: { content: [{ type: 'text', text: 'awake' }] },
    });

    expect(third.sandboxId).toBe(first.sandboxId);
    expect(third.sessionKey).toBe(first.sessionKey);
    expect(await waitForAnswer(third)).toContain('You said: awake');
    expect(await answersOf(await reached(owner.api, first.id))).toEqual([]);
  });

  it('lists every invalid field at once', async () => {
    const body = {
      sandbox_id: 'a/b',
      conversation_id: 'not-a-uuid',
      title: 'a'.repeat(201),
      pr_number: ['1'],
      trigger: 'boredom',
      agent_type: 'none',
      secrets: { A: 1 },
      plugins: [{}],
      suggested_task: { repo: 'x' },
      initial_message: { content: [{ type: 'text' }, { type: 'sound' }, { type: 'image', image_urls: 'x', more: 1 }] },
    };

    expect(badFields(await owner.api.post(path, body))).toEqual([
      'body.agent_type',
      'body.conversation_id',
      'body.initial_message.content.0.text',
      'body.initial_message.content.1.type',
      'body.initial_message.content.2.image_urls',
      'body.initial_message.content.2.more',
      'body.plugins.0.source',
      'body.pr_number.0',
      'body.sandbox_id',
      'body.secrets.A',
      'body.suggested_task.git_provider',
      'body.suggested_task.issue_number',
      'body.suggested_task.repo',
      'body.suggested_task.task_type',
      'body.suggested_task.title',
      'body.title',
      'body.trigger',
    ]);
  });
});

const said = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] });
const pendingPath = (id: string) => `/api/v1/conversations/${id}/pending-messages`;
const sendPath = (id: string) => `/api/v1/app-conversations/${id}/send-message`;
const queue = (id: string, text: string): Promise<Answer> => owner.api.post(pendingPath(id), said(text));
const send = (id: string, text: string): Promise<Answer> => owner.api.post(sendPath(id), said(text));

async function heardBy(conversation: StartedConversation): Promise<string[]> {
  const { body } = await askAgent(conversation, '/events/search?kind=MessageEvent&source=user&limit=100');
  const items: { llm_message: { content: { text: string }[] } }[] = body.items;
  return items.map(({ llm_message: { content } }) => content[0]?.text ?? '');
}

function waitUntilHeard(conversation: StartedConversation, texts: readonly string[]) {
  return eventually(`the agent has received ${texts.join(', ')}`, async () => {
    const heard = await heardBy(conversation);
    if (heard.length < texts.length) throw new Error(`The agent has received ${heard.join(', ')}.`);
    expect(heard).toEqual(texts);
    return true;
  });
}

describe('a message to a conversation that starts', () => {
  it('reaches the agent once the start ends: in order, once, after the first message', async () => {
    const { body: task } = await owner.api.post('/api/v1/app-conversations', { initial_message: said('zero') });
    const id: string = task.conversation_id;

    const answers = [await queue(task.id, 'one'), await queue(id, 'two'), await queue(task.id, 'three')];

    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      [1, 2, 3].map((position) => [
        201,
        { id: expect.stringMatching(/^[0-9a-f]{32}$/), queued: true, position, state: 'queued' },
      ]),
    );
    await waitForTask(owner.api, task.id, 'READY');
    await waitUntilHeard(await reached(owner.api, id), ['zero', 'one', 'two', 'three']);
  });
});

describe('a message to a running conversation', () => {
  let conversation: StartedConversation;
  beforeAll(async () => {
    conversation = await startConversation(owner.api);
  });

  it('reaches the agent at once and is answered', async () => {
    const { status, body } = await send(conversation.id, 'Hello');

    expect([status, body]).toEqual([
      200,
      {
        success: true,
        sandbox_status: 'RUNNING',
        message: expect.stringMatching(/\S/),
        id: expect.any(String),
        state: 'delivered',
      },
    ]);
    await waitUntilHeard(conversation, ['Hello']);
    const answers = () => askAgent(conversation, '/events/count?kind=MessageEvent&source=agent');
    await eventually('the agent answers', async () => (await answers()).body > 0);
  });

  it('reaches the agent through the queue too', async () => {
    expect((await queue(conversation.taskId, 'One more')).status).toBe(201);

    await waitUntilHeard(conversation, ['Hello', 'One more']);
  });

  it('reaches the agent once when starts of its id bring it, with their model', async () => {
    const { id } = conversation;
    const again = { conversation_id: id, initial_message: said('By a start'), llm_model: 'litellm_proxy/other' };

    const [task, repeated] = [await create(again), await create(again)];

    for (const one of [task, repeated]) await waitForTask(owner.api, one.id, 'READY');
    await waitUntilHeard(conversation, ['Hello', 'One more', 'By a start']);
    expect((await askAgent(conversation, '')).body.agent.llm.model).toBe('litellm_proxy/other');
    await eventually('the agent reports the model', async () => (await read(id)).llm_model === 'litellm_proxy/other');
  });

  it('is refused while the sandbox is paused, with the path of the resume', async () => {
    const { id, sandboxId } = conversation;
    await owner.api.post(`/api/v1/sandboxes/${sandboxId}/pause`);

    const refused = await send(id, 'Are you there?');

    expectProblem(refused, 409, 'conflict');
    const [, resume = ''] = /POST (\S+)[,.]/.exec(refused.body.detail) ?? [];
    expectProblem(await queue(id, 'Are you there?'), 409, 'conflict');
    expect((await owner.api.post(resume)).status).toBe(200);
    expectProblem(await send(id, 'Too early'), 409, 'conflict');
    expect((await queue(id, 'While you wake')).status).toBe(201);
    await waitForSandbox(owner.api, sandboxId, 'RUNNING');
    await waitUntilHeard(await reached(owner.api, id), ['Hello', 'One more', 'By a start', 'While you wake']);
  });

  it('is refused with 410 once the sandbox is deleted', async () => {
    const { id, sandboxId } = conversation;
    await owner.api.delete(`/api/v1/sandboxes/${sandboxId}`);

    expectProblem(await send(id, 'Hello?'), 410, 'gone');
    expectProblem(await queue(id, 'Hello?'), 410, 'gone');
  });
});
