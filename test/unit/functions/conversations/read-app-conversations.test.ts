import { beforeEach, describe, expect, it } from 'vitest';
import { countAppConversations } from '../../../../functions/conversations/count-app-conversations.ts';
import { listAppConversations } from '../../../../functions/conversations/list-app-conversations.ts';
import { listConversations } from '../../../../functions/conversations/list-conversations.ts';
import { dashed } from '../../../../shared/contract/shapes/ids.ts';
import { newId } from '../../../../shared/platform/ids.ts';
import { type Query, useConversationScene } from '../../../support/conversations/record/conversation-scene.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { secondsAfterNoon } from '../../../support/http/walk.ts';
import { aRunningSandbox, aSandbox, aSandboxId } from '../../../support/sandboxes/sandbox-data.ts';

const { agent, deps, add, addIn, running, search, get } = await useConversationScene();

/** The ids of the sandboxes that were read one by one. */
let asked: string[];
beforeEach(() => {
  asked = [];
  const { sandboxes } = deps();
  const findMany = sandboxes.findMany.bind(sandboxes);
  sandboxes.findMany = async (ownerId, ids) => {
    asked.push(...ids);
    return findMany(ownerId, ids);
  };
  deps().clock.advance(60);
});

/** A conversation and its own sandbox, created as a start creates them. */
const addWithSandbox = (second: number, id = newId(new Date(secondsAfterNoon(second)))) => {
  const at = secondsAfterNoon(second);
  const sandbox = { ...running(), sandbox_id: id, created_at: at };
  return addIn(sandbox, { conversation_id: id, created_at: at, sandbox_created_at: at });
};
const list = async (query: Query = {}) => (await invoke(listAppConversations, deps(), { query })).body;
const statusesOf = (items: readonly { id: string; sandbox_status: string }[]) =>
  Object.fromEntries(items.map(({ id, sandbox_status: status }) => [id, status]));

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
      warnings: [],
      created_by_user_id: 'ann',
      sandbox_id: sandbox.sandbox_id,
      selected_repository: null,
      selected_branch: null,
      git_provider: null,
      title: `Conversation ${id.slice(-5)}`,
      trigger: null,
      pr_number: [],
      llm_model: null,
      waits_for: null,
      metrics: null,
      parent_conversation_id: null,
      forked_from_conversation_id: null,
      forked_from_event_id: null,
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
      share_id: null,
      visibility: 'members',
      tags: {},
      acp_server: null,
      max_budget_per_task: null,
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

  it('shows the working directory that the agent last reported, otherwise the one that the start chose', async () => {
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
});

describe('GET /api/v1/app-conversations', () => {
  it('returns a page without ids, and an array in the order of the ids with them', async () => {
    const [first, second] = [add(), add()];
    const theirs = add({ owner_id: 'bob' });
    const ids = [
      second.conversation_id,
      aSandboxId(),
      theirs.conversation_id,
      dashed(first.conversation_id).toUpperCase(),
    ];

    const page = await list();
    const batch = await list({ ids });

    expect(page).toMatchObject({ items: [{ id: second.conversation_id }, { id: first.conversation_id }] });
    expect(batch.map((view: { id: string } | null) => view?.id ?? null)).toEqual([
      second.conversation_id,
      null,
      null,
      first.conversation_id,
    ]);
  });
});

it('conversations that are too large for one response by their ids are refused', async () => {
  const tags = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [String(index), '漢'.repeat(1_280)]));
  const ids = [];
  for (let made = 0; made < 40; made += 1) ids.push((await add({ tags })).conversation_id);

  const answer = await invoke(listAppConversations, deps(), { query: { ids } });

  expect([answer.status, answer.body.code]).toEqual([413, 'payload_too_large']);
  expect((await list({ ids: ids.slice(0, 20) })).map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 20));
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

  it('continues page by page on either of its paths', async () => {
    for (let second = 0; second < 5; second += 1) add({ created_at: secondsAfterNoon(second) });

    const first = await search({ limit: 3 });
    const rest = await list({ limit: 3, page_id: first.body.next_page_id });

    expect([first.body.items.length, rest.items.length, rest.next_page_id]).toEqual([3, 2, null]);
  });
});

describe('a page of conversations', () => {
  it('reads sandboxes that were created with their conversations in one query, in both generations', async () => {
    const ids = [];
    for (const second of [1, 2, 3]) ids.unshift((await addWithSandbox(second)).conversation_id);

    const first = await list({ limit: '2' });
    const second = await list({ limit: '2', page_id: first.next_page_id });
    const legacy = await invoke(listConversations, deps(), { query: { limit: '2' } });

    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
    expect(Object.values(statusesOf([...first.items, ...second.items]))).toEqual(['RUNNING', 'RUNNING', 'RUNNING']);
    expect(legacy.body.results.map(({ status }: { status: string }) => status)).toEqual(['RUNNING', 'RUNNING']);
    expect(asked).toEqual([]);
  });

  it('reads a sandbox that is older than its conversation by its id, and asks its agent too', async () => {
    const old = { ...running(), sandbox_id: newId(new Date(secondsAfterNoon(1))), created_at: secondsAfterNoon(1) };
    const at = { created_at: secondsAfterNoon(9), sandbox_created_at: old.created_at };
    const { conversation_id: id } = await addIn(old, at);
    const newer = await addWithSandbox(5);
    agent.reply = ({ query }) => ({
      body: query.getAll('ids').map((one) => ({ id: one, execution_status: one === id ? 'paused' : 'idle' })),
    });

    const { items } = await list({ limit: '1' });

    expect(items).toMatchObject([{ id, sandbox_status: 'RUNNING', execution_status: 'paused' }]);
    expect(asked).toEqual([old.sandbox_id]);
    expect((await list({})).items).toMatchObject([
      { id, execution_status: 'paused' },
      { id: newer.conversation_id, execution_status: 'idle' },
    ]);
  });

  it('shows MISSING where the row is missing, deleted, or of a later sandbox with the same id', async () => {
    const [missing, later] = [newId(new Date(secondsAfterNoon(1))), newId(new Date(secondsAfterNoon(2)))];
    add({ conversation_id: missing, sandbox_id: missing });
    await addIn(
      { ...running(), sandbox_id: later, created_at: secondsAfterNoon(30) },
      { conversation_id: later, sandbox_created_at: secondsAfterNoon(2) },
    );
    const gone = await addWithSandbox(3);
    const row = await deps().sandboxes.find('ann', gone.sandbox_id);
    if (row) await deps().sandboxes.save([{ previous: row, next: { ...row, desired: 'DELETED' } }]);

    const expected = { [missing]: 'MISSING', [later]: 'MISSING', [gone.conversation_id]: 'MISSING' };
    expect(statusesOf((await list()).items)).toEqual(expected);
    expect(statusesOf(await list({ ids: [missing, later, gone.conversation_id] }))).toEqual(expected);
  });

  it('never shows the sandbox of another owner with the same id', async () => {
    const id = newId(new Date(secondsAfterNoon(1)));
    const theirs = { ...running(), owner_id: 'bob', sandbox_id: id };
    await deps().sandboxes.save([{ previous: null, next: theirs }]);
    add({ conversation_id: id, sandbox_id: id });

    expect((await list()).items).toMatchObject([{ id, sandbox_status: 'MISSING', conversation_url: null }]);
    expect(await list({ ids: [id] })).toMatchObject([{ id, sandbox_status: 'MISSING', session_api_key: null }]);
  });

  it('reads only the sandbox that a search names', async () => {
    const { sandbox_id: wanted } = await addWithSandbox(1);
    await addWithSandbox(2);

    expect((await list({ sandbox_id__eq: wanted })).items).toMatchObject([{ id: wanted, sandbox_status: 'RUNNING' }]);
    expect(asked).toEqual([wanted]);
  });
});
