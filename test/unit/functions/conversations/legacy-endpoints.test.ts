import { beforeEach, describe, expect, it } from 'vitest';
import { createConversation } from '../../../../functions/conversations/create-conversation.ts';
import { getConversation } from '../../../../functions/conversations/get-conversation.ts';
import { listConversations } from '../../../../functions/conversations/list-conversations.ts';
import { aConversation } from '../../../support/conversations/record/conversation-data.ts';
import { badFields } from '../../../support/http/answers.ts';
import { invoke, type TestRequest } from '../../../support/http/invoke.ts';
import { secondsAfterNoon } from '../../../support/http/walk.ts';
import { aRunningSandbox, aSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { type ServiceDeps, serviceDeps } from '../../../support/service-deps.ts';

let deps: ServiceDeps;
beforeEach(() => {
  deps = serviceDeps();
});

const create = (body: Record<string, unknown> = {}, request: TestRequest = {}) =>
  invoke(createConversation, deps, { body, ...request });
const list = (query: NonNullable<TestRequest['query']> = {}) => invoke(listConversations, deps, { query });
const get = (id: string, request: TestRequest = {}) =>
  invoke(getConversation, deps, { params: { conversation_id: id }, ...request });

async function endStart(conversationId: string): Promise<void> {
  const conversation = await deps.conversations.find('ann', conversationId);
  const task = await deps.startTasks.find('ann', conversation?.start_task_id ?? '');
  if (task) await deps.startTasks.put({ ...task, status: 'READY' });
}

describe('POST /api/conversations', () => {
  it('responds immediately with a starting conversation', async () => {
    const { status, body } = await create({ initial_user_msg: 'Hi' });

    expect([status, body]).toEqual([
      200,
      {
        status: 'ok',
        conversation_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        message: null,
        conversation_status: 'STARTING',
      },
    ]);
    expect([deps.sandboxes.rows.size, deps.startTasks.rows.size]).toEqual([1, 1]);
  });

  it('joins the conversation when its id is sent again, and leaves it unchanged', async () => {
    const conversation_id = 'My.run-1';

    const first = await create({ conversation_id, repository: 'o/r' });
    const second = await create({ conversation_id, repository: 'other/one' });

    expect([first.body.conversation_id, second.body.conversation_id]).toEqual([conversation_id, conversation_id]);
    expect(await deps.conversations.find('ann', conversation_id)).toMatchObject({ selected_repository: 'o/r' });
    expect(deps.startTasks.rows.size).toBe(1);
  });

  it('queues a message for an existing conversation once, and leaves its settings', async () => {
    const conversation_id = 'My.run-2';
    const first = await create({ conversation_id, repository: 'o/r', initial_user_msg: 'a' });
    await endStart(conversation_id);
    const chosen = { llm_model: 'openai/chosen', llm_profile: 'mine' };
    await deps.conversations.update('ann', conversation_id, chosen, '2026-11-21T12:00:00.000Z');

    const again = await create({ conversation_id, initial_user_msg: 'a' });
    const answers = await Promise.all(
      [1, 2].map(() => create({ conversation_id, repository: 'other/one', initial_user_msg: 'b' })),
    );

    const queued = await deps.messages.list('ann', conversation_id);
    expect(queued.map(({ content }) => content)).toEqual([[{ type: 'text', text: 'b', cache_prompt: false }]]);
    expect([first, again, ...answers].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await deps.conversations.find('ann', conversation_id)).toMatchObject(chosen);
    expect([deps.startTasks.rows.size, deps.sandboxes.rows.size]).toEqual([2, 1]);
    const conversation = await deps.conversations.find('ann', conversation_id);
    const task = await deps.startTasks.find('ann', conversation?.start_task_id ?? '');
    expect([conversation?.selected_repository, task?.request.selected_repository]).toEqual(['o/r', 'o/r']);
  });

  it('joins a start that still brings the same message, and refuses another one meanwhile', async () => {
    const conversation_id = 'My.run-3';
    await create({ conversation_id, initial_user_msg: 'a' });

    const same = await create({ conversation_id, initial_user_msg: 'a' });
    const other = await create({ conversation_id, initial_user_msg: 'b' });

    expect([same.status, other.status, deps.startTasks.rows.size]).toEqual([200, 409, 1]);
    expect(await deps.messages.list('ann', conversation_id)).toEqual([]);
  });

  it('starts one conversation for two concurrent requests', async () => {
    const answers = await Promise.all([1, 2].map(() => create({ conversation_id: 'twice' })));

    expect(answers.map(({ body }) => body.conversation_status)).toEqual(['STARTING', 'STARTING']);
    expect([deps.conversations.rows.size, deps.sandboxes.rows.size, deps.startTasks.rows.size]).toEqual([1, 1, 1]);
  });

  it('returns a UUID as the caller wrote it', async () => {
    const conversation_id = '0193AAAA-bbbb-7ccc-8ddd-eeeeffff0000';

    await create({ conversation_id });

    expect((await create({ conversation_id: conversation_id.replaceAll('-', '') })).body.conversation_id).toBe(
      conversation_id,
    );
    expect((await get(conversation_id)).body.conversation_id).toBe(conversation_id);
  });

  it.each([
    ['RUNNING', aRunningSandbox(), 'RUNNING', null],
    ['paused', aSandbox({ desired: 'PAUSED', phase: 'PAUSED' }), 'STOPPED', 'PAUSED'],
    ['failed', aSandbox({ desired: 'PAUSED', phase: 'ERROR' }), 'STOPPED', 'ERROR'],
    ['gone', undefined, 'STOPPED', 'MISSING'],
  ])('shows the status of a joined conversation whose sandbox is %s', async (_, sandbox, status, word) => {
    if (sandbox) await deps.sandboxes.save([{ previous: null, next: sandbox }]);
    deps.conversations.put(aConversation({ conversation_id: 'x', sandbox_id: sandbox?.sandbox_id ?? 'gone' }));

    const { body } = await create({ conversation_id: 'x' });

    expect(body.conversation_status).toBe(status);
    if (word === null) expect(body.message).toBeNull();
    else expect(body.message).toContain(`(${word})`);
  });

  it('names every unknown and every invalid field, with a legacy message', async () => {
    const answer = await create({ model: 'x', repository: 7, mcp_config: { servers: [] } });

    expect(answer.status).toBe(422);
    expect(badFields(answer).toSorted()).toEqual(['body.mcp_config.servers', 'body.model', 'body.repository']);
    expect(answer.body.message).toBe(answer.body.detail);
  });

  it('returns 429 for one sandbox over the limit', async () => {
    deps = serviceDeps(1);
    await create();

    const { status, body } = await create();

    expect([status, body.code, body.running_sandbox_ids.length]).toEqual([429, 'concurrency_limit_exceeded', 1]);
  });
});

describe('GET /api/conversations/{conversation_id}', () => {
  it('shows every field', async () => {
    const sandbox = aRunningSandbox();
    await deps.sandboxes.save([{ previous: null, next: sandbox }]);
    deps.conversations.put(aConversation({ conversation_id: 'x', sandbox_id: sandbox.sandbox_id, title: 'Mine' }));

    const { body } = await get('x');

    expect(body).toEqual({
      conversation_id: 'x',
      title: 'Mine',
      last_updated_at: '2026-11-21T12:00:00.000Z',
      status: 'RUNNING',
      message: null,
      runtime_status: 'STATUS$READY',
      selected_repository: null,
      selected_branch: null,
      git_provider: null,
      trigger: null,
      num_connections: 0,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1\/api\/conversations\/[0-9a-f]{32}$/),
      session_api_key: await deps.keys.sessionKey(sandbox),
      created_at: '2026-11-21T12:00:00.000Z',
      pr_number: [],
      conversation_version: 'V1',
      sub_conversation_ids: [],
    });
  });
});

describe('GET /api/conversations', () => {
  it('lists the newest first, twenty on a page', async () => {
    for (let second = 0; second < 23; second += 1)
      deps.conversations.put(aConversation({ title: String(second), created_at: secondsAfterNoon(second) }));
    deps.conversations.put(aConversation({ owner_id: 'bob' }));

    const first = await list();
    const second = await list({ page_id: first.body.next_page_id });

    const titles = [...first.body.results, ...second.body.results].map(({ title }) => title);
    expect(titles).toEqual(Array.from({ length: 23 }, (_, index) => String(22 - index)));
    expect([first.body.results.length, second.body.next_page_id]).toEqual([20, null]);
  });

  it('filters by repository and trigger, and leaves sub-conversations out', async () => {
    deps.conversations.put(aConversation({ title: 'a', selected_repository: 'o/r', trigger: 'gui' }));
    deps.conversations.put(aConversation({ title: 'b', selected_repository: 'o/r', trigger: 'slack' }));
    deps.conversations.put(aConversation({ title: 'c', parent_conversation_id: 'p' }));
    const titles = async (query: NonNullable<TestRequest['query']>) =>
      (await list(query)).body.results.map(({ title }: { title: string }) => title).toSorted();

    expect(await titles({})).toEqual(['a', 'b']);
    expect(await titles({ selected_repository: 'o/r', conversation_trigger: 'gui' })).toEqual(['a']);
    expect(await titles({ include_sub_conversations: true })).toEqual(['a', 'b', 'c']);
  });

  it('refuses a page id with other filters', async () => {
    for (const title of ['a', 'b']) deps.conversations.put(aConversation({ title, trigger: 'gui' }));
    const { body } = await list({ limit: 1 });

    const answer = await list({ limit: 1, page_id: body.next_page_id, conversation_trigger: 'gui' });

    expect([answer.status, badFields(answer)]).toEqual([422, ['query.page_id']]);
  });
});
