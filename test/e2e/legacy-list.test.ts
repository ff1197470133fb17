import { beforeAll, describe, expect, it } from 'vitest';
import type { Query } from './support/api.ts';
import { newOwner, type Owner } from './support/owners.ts';

interface Page {
  readonly results: readonly { readonly conversation_id: string; readonly created_at: string }[];
  readonly next_page_id: string | null;
}

const count = 5;

let owner: Owner;
/** Oldest first. */
const created: string[] = [];
beforeAll(async () => {
  owner = await newOwner();
  for (let number = 0; number < count; number += 1) {
    const repository = number % 2 === 0 ? 'octo/even' : 'octo/odd';
    const body = number === 4 ? { suggested_task: { repo: repository } } : { repository };
    created.push((await owner.api.post('/api/conversations', body)).body.conversation_id);
  }
});

async function list(query: Query = {}): Promise<Page> {
  const { status, body, text } = await owner.api.get('/api/conversations', query);
  expect(status, text).toBe(200);
  return body;
}

const idsOf = ({ results }: Page) => results.map(({ conversation_id: id }) => id);

/** Every page of a list, from first to last. */
async function pages(query: Query): Promise<Page[]> {
  const all = [await list(query)];
  for (let next = all[0]?.next_page_id; next; next = all.at(-1)?.next_page_id) {
    all.push(await list({ ...query, page_id: next }));
  }
  return all;
}

describe('the legacy list', () => {
  it('holds everything, newest first', async () => {
    const page = await list();

    expect(idsOf(page)).toEqual(created.toReversed());
    expect(page.next_page_id).toBeNull();
    expect(page.results[0]).toEqual({
      conversation_id: created.at(-1),
      title: expect.stringMatching(/\S/),
      last_updated_at: expect.stringMatching(/Z$/),
      status: expect.stringMatching(/^(STARTING|RUNNING)$/),
      message: null,
      runtime_status: expect.toBeOneOf([null, 'STATUS$READY']),
      selected_repository: 'octo/even',
      selected_branch: null,
      git_provider: null,
      trigger: 'suggested_task',
      num_connections: 0,
      url: expect.toBeOneOf([null, expect.stringContaining(created.at(-1) ?? '')]),
      session_api_key: expect.toBeOneOf([null, expect.any(String)]),
      created_at: expect.stringMatching(/Z$/),
      pr_number: [],
      conversation_version: 'V1',
      sub_conversation_ids: [],
    });
  });

  it.each([1, 2, 5])('pages by %i without gaps and without repeats', async (limit) => {
    const all = await pages({ limit });

    expect(all.flatMap(idsOf)).toEqual(created.toReversed());
    expect(all.slice(0, -1).every(({ results }) => results.length === limit)).toBe(true);
    expect(all.at(-1)?.results.length).toBeGreaterThan(0);
  });

  it.each([
    [{ selected_repository: 'octo/odd' }, [3, 1]],
    [{ selected_repository: 'octo' }, []],
    [{ conversation_trigger: 'gui' }, [3, 2, 1, 0]],
    [{ conversation_trigger: 'suggested_task' }, [4]],
    [{ conversation_trigger: 'jira' }, []],
    [{ selected_repository: 'octo/even', conversation_trigger: 'gui' }, [2, 0]],
  ])('filters by %o, with full pages', async (filter, expected) => {
    const ids = expected.map((index) => created[index]);

    expect(idsOf(await list(filter))).toEqual(ids);
    expect((await pages({ ...filter, limit: 1 })).flatMap(idsOf)).toEqual(ids);
  });

  it('keeps its page when newer conversations arrive', async () => {
    const first = await list({ limit: 2 });
    const { body } = await owner.api.post('/api/conversations', {});
    created.push(body.conversation_id);

    const second = await list({ limit: 2, page_id: first.next_page_id ?? '' });

    expect([...idsOf(first), ...idsOf(second)]).toEqual(created.slice(0, -1).toReversed().slice(0, 4));
    expect(idsOf(await list({ limit: 1 }))).toEqual([body.conversation_id]);
  });

  it('answers null for a conversation that it does not know, as its clients expect', async () => {
    const { status, body } = await owner.api.get('/api/conversations/never-existed');

    expect([status, body]).toEqual([200, null]);
  });
});
