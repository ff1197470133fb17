import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Query } from './support/api.ts';
import { talkable, waitForTask } from './support/conversations.ts';
import { eventually } from './support/eventually.ts';
import { Faults } from './support/faults.ts';
import { newOwner, type Owner, service } from './support/owners.ts';
import { badFields } from './support/problems.ts';
import { processesOf } from './support/sandboxes.ts';

const path = '/api/v1/app-conversations/start-tasks';

interface Task {
  readonly id: string;
  readonly app_conversation_id: string;
  readonly created_at: string;
  readonly updated_at: string;
}

const count = 6;

let owner: Owner;
/** By their creation, oldest first, when all have ended. */
let tasks: Task[];
beforeAll(async () => {
  owner = await newOwner();
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const { body } = await owner.api.post('/api/v1/app-conversations', { title: `start ${number}` });
    ids.push(body.id);
  }
  tasks = await Promise.all(ids.map((id) => waitForTask(owner.api, id, 'READY')));
});

async function searchAll(query: Query = {}): Promise<Task[]> {
  const found: Task[] = [];
  let page_id: string | null = null;
  do {
    const { status, body, text } = await owner.api.get(`${path}/search`, { ...query, ...(page_id ? { page_id } : {}) });
    expect(status, text).toBe(200);
    found.push(...body.items);
    page_id = body.next_page_id;
  } while (page_id);
  return found;
}

const idsOf = (found: readonly Task[]) => found.map(({ id }) => id);
const by = (name: 'created_at' | 'updated_at') =>
  idsOf(tasks.toSorted((a, b) => (`${a[name]}#${a.id}` < `${b[name]}#${b.id}` ? -1 : 1)));

describe('start tasks', () => {
  it('come by id in the order asked for, null for what is not there', async () => {
    const [one, two] = tasks;
    const dashed = two?.id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') ?? '';

    const { body } = await owner.api.get(path, { ids: [dashed, randomUUID(), one?.id ?? '', dashed] });

    expect(body).toEqual([two, null, one, two]);
  });

  it('names each id that is none', async () => {
    expect(badFields(await owner.api.get(path, { ids: ['x', tasks[0]?.id ?? '', 'y'] }))).toEqual([
      'query.ids.0',
      'query.ids.2',
    ]);
  });

  it.each([1, 4, 100])('are found newest first, %i on a page', async (limit) => {
    expect(idsOf(await searchAll({ limit }))).toEqual(by('created_at').toReversed());
  });

  it.each([
    ['CREATED_AT', () => by('created_at')],
    ['CREATED_AT_DESC', () => by('created_at').toReversed()],
    ['UPDATED_AT', () => by('updated_at')],
    ['UPDATED_AT_DESC', () => by('updated_at').toReversed()],
  ])('are sorted by %s, over pages too', async (sort_order, expected) => {
    expect(idsOf(await searchAll({ sort_order }))).toEqual(expected());
    expect(idsOf(await searchAll({ sort_order, limit: 2 }))).toEqual(expected());
  });

  it('are filtered by conversation and by time, in every order', async () => {
    const [, , third] = tasks;
    const since = by('created_at').slice(2);

    for (const sort_order of ['CREATED_AT', 'UPDATED_AT_DESC']) {
      const conversation_id__eq = third?.app_conversation_id ?? '';
      expect(idsOf(await searchAll({ conversation_id__eq, sort_order, limit: 1 }))).toEqual([third?.id]);
      const found = idsOf(await searchAll({ created_at__gte: third?.created_at ?? '', sort_order, limit: 3 }));
      expect(found.toSorted()).toEqual(since.toSorted());
    }
    expect(await searchAll({ conversation_id__eq: randomUUID() })).toEqual([]);
    expect(await searchAll({ created_at__gte: '2200-01-01T00:00:00Z' })).toEqual([]);
  });

  it('say in ERROR why a start failed', async () => {
    const { body } = await owner.api.post('/api/v1/app-conversations', {});
    await owner.api.delete(`/api/v1/sandboxes/${body.sandbox_id}`);

    const task = await waitForTask(owner.api, body.id, 'ERROR');

    expect(task.detail).toMatch(/deleted/);
  });

  it('end in ERROR when the sandbox is paused before the agent has the conversation', async () => {
    const { body } = await owner.api.post('/api/v1/app-conversations', {});
    await owner.api.post(`/api/v1/sandboxes/${body.sandbox_id}/pause`);

    const task = await waitForTask(owner.api, body.id, 'ERROR');

    expect(task.detail).toMatch(/paused/);
  });
});

const { stateDirectory } = service();

describe.runIf(stateDirectory !== null)('start tasks in a changing world', () => {
  const faults = new Faults(stateDirectory ?? '');
  afterEach(() => faults.clear());

  it('end in ERROR when their conversation is deleted meanwhile, and hold up no other', async () => {
    // Their sandbox does not start before both are there, and one is gone.
    await faults.add({ service: 'ecs', kind: 'capacity', times: 1_000 });
    const first = (await owner.api.post('/api/v1/app-conversations', {})).body;
    const { sandbox_id } = first;
    const second = (await owner.api.post('/api/v1/app-conversations', { sandbox_id })).body;
    const deleted = await owner.api.delete(`/api/v1/app-conversations/${second.app_conversation_id}`);
    expect(deleted.status).toBe(200);
    await faults.clear();

    const task = await waitForTask(owner.api, second.id, 'ERROR');

    expect(task.detail).toMatch(/deleted before it started/);
    await waitForTask(owner.api, first.id, 'READY');
  });

  it('go on when their sandbox ends uninvited and is started again', async () => {
    const { body } = await owner.api.post('/api/v1/app-conversations', {});
    await eventually('its process is killed', async () => {
      const found = await processesOf(body.sandbox_id);
      for (const { pid } of found) process.kill(pid, 'SIGKILL');
      return found.length > 0 ? true : undefined;
    });

    await eventually('it is started again', async () => {
      const { transitions } = (await owner.api.get(`/api/v1/sandboxes/${body.sandbox_id}`)).body;
      return transitions.filter(({ state }: { state: string }) => state === 'PENDING').length > 1 ? true : undefined;
    });
    await waitForTask(owner.api, body.id, 'READY');

    expect((await talkable(owner.api, body.app_conversation_id)).sandboxId).toBe(body.sandbox_id);
  });
});
