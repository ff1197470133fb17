import { describe, expect, it } from 'vitest';
import { batchGetStartTasks } from '../../../../functions/conversations/batch-get-start-tasks.ts';
import { searchStartTasks } from '../../../../functions/conversations/search-start-tasks.ts';
import { dashed } from '../../../../shared/contract/shapes/ids.ts';
import { StartRequest } from '../../../../shared/contract/shapes/start-request.ts';
import type { StartTask } from '../../../../shared/domain/conversations/start/task/start-task.ts';
import { aStartTask } from '../../../support/conversations/record/conversation-data.ts';
import { MemoryConversationStore } from '../../../support/conversations/record/memory-conversation-store.ts';
import { MemoryStartTaskStore } from '../../../support/conversations/start/memory-start-task-store.ts';
import { badFields } from '../../../support/http/answers.ts';
import { invoke, type TestRequest } from '../../../support/http/invoke.ts';
import { secondsAfterNoon } from '../../../support/http/walk.ts';
import { aSandboxId } from '../../../support/sandboxes/sandbox-data.ts';

type Query = NonNullable<TestRequest['query']>;
const holding = (...tasks: readonly StartTask[]) => ({
  startTasks: MemoryStartTaskStore.with(...tasks),
  conversations: new MemoryConversationStore(),
});

describe('GET …/start-tasks?ids=', () => {
  it('shows every field, without secrets, tool servers and internal fields', async () => {
    const request = StartRequest.parse({ secrets: { TOKEN: 'hunter2' }, title: 'T' });
    const task = aStartTask({
      request,
      sealed: { v: 1, key: 'hunter3', iv: '', data: '', tag: '' },
      replay_json: '[]',
    });

    const { body, text } = await invoke(batchGetStartTasks, holding(task), { query: { ids: task.start_task_id } });

    expect(body).toEqual([
      {
        id: task.start_task_id,
        created_by_user_id: 'ann',
        status: 'WORKING',
        detail: null,
        conversation_id: task.conversation_id,
        app_conversation_id: null,
        sandbox_id: task.sandbox_id,
        agent_server_url: null,
        resources: task.resources,
        prebuild_id: null,
        request: { ...request, secrets: { TOKEN: '**********' } },
        steps: [{ step: 'ACCEPTED', at: task.created_at, seconds: 0 }],
        warnings: [],
        created_at: task.created_at,
        updated_at: task.updated_at,
      },
    ]);
    expect(text).not.toContain('hunter');
  });

  it('answers in the order of the ids, with null for missing tasks and those of other owners', async () => {
    const [first, second, theirs] = [aStartTask(), aStartTask(), aStartTask({ owner_id: 'bob' })];
    const ids = [second.start_task_id, theirs.start_task_id, aSandboxId(), dashed(first.start_task_id)];

    const { body } = await invoke(batchGetStartTasks, holding(first, second, theirs), { query: { ids } });

    expect(body.map((view: { id: string } | null) => view?.id ?? null)).toEqual([
      second.start_task_id,
      null,
      null,
      first.start_task_id,
    ]);
  });

  const httpx = { 'user-agent': 'python-httpx/0.28.1' };
  const commandLine = { ...httpx, 'content-type': 'application/json' };
  const failed = aStartTask({ status: 'ERROR', detail: 'git said: [/red] [rejected] [1]' });

  it('tells the command line, which prints only the errors of requests, why a start failed', async () => {
    const query = { ids: failed.start_task_id };

    const { status, body } = await invoke(batchGetStartTasks, holding(failed), { query, headers: commandLine });

    expect([status, body.code, body.detail]).toEqual([409, 'conflict', 'git said: \\[/red] \\[rejected] [1]']);
  });

  it.each([
    ['the command line while the start works', commandLine, [aStartTask()]],
    ['the command line for several starts', commandLine, [failed, aStartTask()]],
    ['another program with its HTTP library', httpx, [failed]],
    ['a web page', { 'user-agent': 'Mozilla/5.0', 'content-type': 'application/json' }, [failed]],
  ])('answers %s with the tasks', async (_, headers, tasks) => {
    const query = { ids: tasks.map(({ start_task_id }) => start_task_id) };

    const { status, body } = await invoke(batchGetStartTasks, holding(...tasks), { query, headers });

    expect([status, body.map((view: StartTask) => view.status)]).toEqual([200, tasks.map((task) => task.status)]);
  });
});

describe('GET …/start-tasks/search', () => {
  const names = ['a', 'b', 'c'];
  const tasks = names.map((detail, index) =>
    aStartTask({
      detail,
      created_at: secondsAfterNoon(index),
      updated_at: secondsAfterNoon(60 - index),
      conversation_id: index === 1 ? '0193aaaabbbb7ccc8dddeeeeffff0000' : aSandboxId(),
      ...(index === 0 ? { created_by: 'grace' } : {}),
    }),
  );
  const deps = holding(...tasks, aStartTask({ owner_id: 'bob', detail: 'theirs' }));
  const search = (query: Query) => invoke(searchStartTasks, deps, { query });
  const found = async (query: Query) =>
    (await search(query)).body.items.map(({ detail }: { detail: string }) => detail).join('');

  it.each<[Query, string]>([
    [{}, 'cba'],
    [{ sort_order: 'CREATED_AT_DESC' }, 'cba'],
    [{ sort_order: 'CREATED_AT' }, 'abc'],
    [{ sort_order: 'UPDATED_AT' }, 'cba'],
    [{ sort_order: 'UPDATED_AT_DESC' }, 'abc'],
    [{ conversation_id__eq: '0193AAAA-bbbb-7ccc-8ddd-eeeeffff0000' }, 'b'],
    [{ created_at__gte: secondsAfterNoon(1) }, 'cb'],
    [{ created_at__gte: secondsAfterNoon(1), sort_order: 'UPDATED_AT_DESC' }, 'bc'],
    [{ created_by_user_id__eq: 'grace' }, 'a'],
    [{ created_by_user_id__eq: 'ann' }, 'cb'],
  ])('for %o finds %s', async (query, expected) => {
    expect(await found(query)).toBe(expected);
  });

  it('pages through tasks, in the order of its first page only', async () => {
    const { body } = await search({ limit: 2 });

    const second = await search({ limit: 2, page_id: body.next_page_id });
    const other = await search({ limit: 2, page_id: body.next_page_id, sort_order: 'CREATED_AT' });

    expect([body.items.length, second.body.items.length, second.body.next_page_id]).toEqual([2, 1, null]);
    expect([other.status, badFields(other)]).toEqual([422, ['query.page_id']]);
  });
});
