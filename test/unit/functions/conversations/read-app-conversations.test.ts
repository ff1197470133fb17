import { describe, expect, it } from 'vitest';
import { countAppConversations } from '../../../../functions/conversations/count-app-conversations.ts';
import { getAppConversation } from '../../../../functions/conversations/get-app-conversation.ts';
import { listAppConversations } from '../../../../functions/conversations/list-app-conversations.ts';
import { dashed } from '../../../../shared/contract/shapes/ids.ts';
import { type Query, useConversationScene } from '../../../support/conversations/record/conversation-scene.ts';
import { badFields, expectHiddenFromOtherOwners } from '../../../support/http/answers.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { secondsAfterNoon } from '../../../support/http/walk.ts';
import { aRunningSandbox, aSandbox, aSandboxId } from '../../../support/sandboxes/sandbox-data.ts';

const { agent, deps, add, addIn, running, search, get } = await useConversationScene();

describe('GET app conversation', () => {
  it('shows every field, including the status of its agent', async () => {
    const sandbox = running();
    const { conversation_id: id } = await addIn(sandbox, { given_id: 'hidden' });
    agent.reply = () => ({ body: [{ id: dashed(id), execution_status: 'running' }] });

    const { status, body } = await get(dashed(id));

    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      status_detail: null,
      created_by_user_id: 'ann',
      sandbox_id: sandbox.sandbox_id,
      selected_repository: null,
      selected_branch: null,
      git_provider: null,
      title: `Conversation ${id.slice(-5)}`,
      trigger: null,
      pr_number: [],
      llm_model: null,
      metrics: null,
      parent_conversation_id: null,
      sub_conversation_ids: [],
      created_at: '2026-11-21T12:00:00.000Z',
      updated_at: '2026-11-21T12:00:00.000Z',
      sandbox_status: 'RUNNING',
      execution_status: 'running',
      conversation_url: `${agent.url}/api/conversations/${id}`,
      session_api_key: await deps().keys.sessionKey(sandbox),
      workspace: { working_dir: '/workspace/project' },
      agent_kind: 'openhands',
      public: null,
      tags: {},
      acp_server: null,
      launched_agent_profile: null,
    });
  });

  it.each([
    ['STARTING', aSandbox()],
    ['PAUSED', aSandbox({ desired: 'PAUSED', phase: 'PAUSED' })],
    ['ERROR', aSandbox({ desired: 'PAUSED', phase: 'ERROR' })],
    ['MISSING', aRunningSandbox({ desired: 'DELETED' })],
  ])('has neither URL nor key while its sandbox is %s', async (sandboxStatus, sandbox) => {
    const { conversation_id: id } = await addIn(sandbox);

    expect((await get(id)).body).toMatchObject({
      sandbox_status: sandboxStatus,
      execution_status: null,
      conversation_url: null,
      session_api_key: null,
    });
  });

  it('says where the agent works: by its last report, else where the start puts it', async () => {
    const repository = { selected_repository: 'team/sub/repo' };
    const gone = aRunningSandbox({ sandbox_id: 'gone', desired: 'DELETED' });
    const ids = [
      (await addIn(running(), repository)).conversation_id,
      (await addIn(running(), { ...repository, working_dir: '/workspace/worktrees/one' })).conversation_id,
      add({ sandbox_id: gone.sandbox_id }).conversation_id,
    ];

    const found = await Promise.all(ids.map(async (id) => (await get(id)).body.workspace));

    expect(found).toEqual([
      { working_dir: '/workspace/project/repo' },
      { working_dir: '/workspace/worktrees/one' },
      null,
    ]);
  });

  it('returns 404 to other owners', async () => {
    const { conversation_id: id } = add();

    await expectHiddenFromOtherOwners(
      (request) => invoke(getAppConversation, deps(), request),
      id,
      (conversation_id) => ({ params: { conversation_id } }),
    );
  });
});

describe('GET /api/v1/app-conversations', () => {
  const list = (query: Query) => invoke(listAppConversations, deps(), { query });

  it('returns a page without ids, and an array in the order of the ids with them', async () => {
    const [first, second] = [add(), add()];
    const theirs = add({ owner_id: 'bob' });
    const ids = [
      second.conversation_id,
      aSandboxId(),
      theirs.conversation_id,
      dashed(first.conversation_id).toUpperCase(),
    ];

    const page = await list({});
    const batch = await list({ ids });

    expect(page.body).toMatchObject({ items: [{ id: second.conversation_id }, { id: first.conversation_id }] });
    expect(batch.body.map((view: { id: string } | null) => view?.id ?? null)).toEqual([
      second.conversation_id,
      null,
      null,
      first.conversation_id,
    ]);
  });

  it('refuses a hundred ids with a 400', async () => {
    const ids = (count: number) => Array.from({ length: count }, aSandboxId);

    expect((await list({ ids: ids(99) })).status).toBe(200);
    const { status, body } = await list({ ids: ids(100) });
    expect([status, body.code, body.errors[0].msg]).toEqual([
      400,
      'too_many_ids',
      'Too many ids requested. Maximum is 99.',
    ]);
  });
});

describe('search for app conversations', () => {
  const titles = async (query: Query) =>
    (await search(query)).body.items.map(({ title }: { title: string }) => title).toSorted();
  const count = async (query: Query) => (await invoke(countAppConversations, deps(), { query })).body;

  it('filters by title, times and sandbox, and counts with the same filters', async () => {
    add({ title: 'Fix LOGIN', created_at: secondsAfterNoon(1), sandbox_id: 's1' });
    add({ title: 'logout', created_at: secondsAfterNoon(2), updated_at: secondsAfterNoon(9) });
    add({ title: 'sub', created_at: secondsAfterNoon(3), parent_conversation_id: 'p' });

    const expectations: [Query, string[]][] = [
      [{}, ['Fix LOGIN', 'logout']],
      [{ title__contains: 'log' }, ['Fix LOGIN', 'logout']],
      [{ title__contains: 'Login' }, ['Fix LOGIN']],
      [{ created_at__gte: secondsAfterNoon(2) }, ['logout']],
      [{ created_at__lt: '2026-11-21T14:00:02 02:00' }, ['Fix LOGIN']],
      [{ updated_at__gte: secondsAfterNoon(5) }, ['logout']],
      [{ updated_at__lt: '2026-11-21' }, []],
      [{ sandbox_id__eq: 's1' }, ['Fix LOGIN']],
      [{ include_sub_conversations: true }, ['Fix LOGIN', 'logout', 'sub']],
      [{ sort_order: 'UPDATED_AT_DESC' }, ['Fix LOGIN', 'logout']],
    ];
    for (const [query, expected] of expectations) {
      expect(await titles(query)).toEqual(expected);
      expect(await count(query)).toBe(expected.length);
    }
  });

  it('names every invalid parameter', async () => {
    const answer = await search({
      limit: 101,
      created_at__gte: 'soon',
      include_sub_conversations: 'maybe',
      page_id: '',
    });

    expect(answer.status).toBe(422);
    expect(badFields(answer).toSorted()).toEqual([
      'query.created_at__gte',
      'query.include_sub_conversations',
      'query.limit',
      'query.page_id',
    ]);
  });

  it('continues page by page on either of its paths', async () => {
    for (let second = 0; second < 5; second += 1) add({ created_at: secondsAfterNoon(second) });

    const first = await search({ limit: 3 });
    const rest = await invoke(listAppConversations, deps(), { query: { limit: 3, page_id: first.body.next_page_id } });

    expect([first.body.items.length, rest.body.items.length, rest.body.next_page_id]).toEqual([3, 2, null]);
  });
});
