import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Query } from '../../support/service/api.ts';
import { startConversation } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner } from '../../support/service/owners.ts';
import { badFields, expectProblem } from '../../support/service/problems.ts';
import { gitServer, giveTokens } from '../../support/service/repositories.ts';

const path = '/api/v1/app-conversations';

const [owner, searcher] = await Promise.all([newOwner(), newOwner()]);
const git = await gitServer();
for (const name of ['octo/tools', 'octo/other']) git.addRepository(name, {});
await giveTokens(owner, git, 'a-git-token');
const [first, second] = await Promise.all([
  startConversation(owner.api, {
    title: 'first',
    selected_repository: 'octo/tools',
    selected_branch: 'main',
    git_provider: 'github',
    llm_model: 'a/b',
  }),
  startConversation(owner.api, { title: 'second' }),
]);

const dashed = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

describe('app conversations by id', () => {
  it('are the same in a read, a batch and a search', async () => {
    // The agent can still report its state between two of the reads.
    const one = await eventually('all three are the same', async () => {
      const [read, batch, search] = await Promise.all([
        owner.api.get(`${path}/${first.id}`),
        owner.api.get(path, { ids: first.id }),
        owner.api.get(`${path}/search`, { title__contains: 'first' }),
      ]);
      expect(batch.body).toEqual([read.body]);
      expect(search.body.items).toEqual([read.body]);
      return read;
    });
    expect(one.body).toMatchObject({ conversation_url: first.url, session_api_key: first.sessionKey });
  });

  it('are refused with the position of each malformed id', async () => {
    expect(badFields(await owner.api.get(path, { ids: [first.id, 'a/b', ''] }))).toEqual([
      'query.ids.1',
      'query.ids.2',
    ]);
  });

  it('return 404 for an unknown id, but count and search are literal paths', async () => {
    const id = randomUUID().replaceAll('-', '');
    const answer = await owner.api.get(`${path}/${id}`);

    expectProblem(answer, 404, 'not_found');
    expect(answer.body.detail).toBe(`Conversation ${id} not found`);
    expect((await owner.api.get(`${path}/count`)).body).toBe(2);
    expect((await owner.api.get(`${path}/search`)).body.items).toHaveLength(2);
  });
});

describe('a sub-conversation', () => {
  it('inherits sandbox, repository, branch, provider and model, and is listed by its parent', async () => {
    const child = await startConversation(owner.api, { parent_conversation_id: dashed(first.id) });

    const [parentView, childView] = (await owner.api.get(path, { ids: [first.id, child.id] })).body;

    expect(childView).toMatchObject({
      parent_conversation_id: first.id,
      sandbox_id: first.sandboxId,
      session_api_key: first.sessionKey,
      selected_repository: 'octo/tools',
      selected_branch: 'main',
      git_provider: 'github',
      llm_model: 'a/b',
    });
    expect(parentView.sub_conversation_ids).toEqual([child.id]);
  });

  it('can have its own sandbox, repository and model', async () => {
    const other = await startConversation(owner.api, {
      parent_conversation_id: first.id,
      sandbox_id: second.sandboxId,
      selected_repository: 'octo/other',
      llm_model: 'c/d',
    });

    const { body } = await owner.api.get(`${path}/${other.id}`);

    expect(body).toMatchObject({
      sandbox_id: second.sandboxId,
      selected_repository: 'octo/other',
      llm_model: 'c/d',
      git_provider: 'github',
    });
  });
});

interface Item {
  readonly id: string;
  readonly title: string;
  readonly created_at: string;
}

async function search(query: Query = {}): Promise<{ items: Item[]; next_page_id: string | null }> {
  const { status, body, text } = await searcher.api.get(`${path}/search`, query);
  expect(status, text).toBe(200);
  return body;
}

async function searchAll(query: Query): Promise<Item[]> {
  const found: Item[] = [];
  let page = await search(query);
  found.push(...page.items);
  while (page.next_page_id) {
    page = await search({ ...query, page_id: page.next_page_id });
    found.push(...page.items);
  }
  return found;
}

const titlesOf = (found: readonly Item[]) => found.map(({ title }) => title);

describe('the search for app conversations', () => {
  const titles = ['Repair the roof', 'Paint the door', 'roof tiles', 'Straße 100%', 'plain', 'ROOF!', 'last'];
  let items: Item[];
  beforeAll(async () => {
    for (const title of titles) {
      const { status, text } = await searcher.api.post(path, { title });
      expect(status, text).toBe(200);
    }
    items = (await searcher.api.get(path)).body.items.toReversed();
    await searcher.api.post(path, { parent_conversation_id: items[0]?.id, title: 'roof of the child' });
  });

  it('finds all conversations, newest first, on both paths', async () => {
    const found = await search();

    expect(titlesOf(found.items)).toEqual(titles.toReversed());
    expect(found.next_page_id).toBeNull();
    const times = found.items.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().toReversed());
    const plain = (await searcher.api.get(path)).body;
    expect(plain.items.map(({ id }: Item) => id)).toEqual(found.items.map(({ id }) => id));
  });

  it('applies all filters together', async () => {
    const query = {
      title__contains: 'roof',
      created_at__gte: items[1]?.created_at ?? '',
      include_sub_conversations: true,
    };

    expect(titlesOf(await searchAll({ ...query, limit: 1 }))).toEqual(['roof of the child', 'ROOF!', 'roof tiles']);
    expect((await searcher.api.get(`${path}/count`, query)).body).toBe(3);
  });
});
