import { beforeAll, describe, expect, it } from 'vitest';
import type { Query } from '../../support/service/api.ts';
import { newOwner, type Owner } from '../../support/service/owners.ts';

const path = '/api/v1/app-conversations';

interface Item {
  readonly id: string;
  readonly title: string;
  readonly created_at: string;
}

const titles = ['Mend the roof', 'Paint the door', 'roof tiles', 'Straße 100%', 'plain', 'ROOF!', 'last'];

let owner: Owner;
let items: Item[];
beforeAll(async () => {
  owner = await newOwner();
  for (const title of titles) {
    const { status, text } = await owner.api.post(path, { title });
    expect(status, text).toBe(200);
  }
  const { body } = await owner.api.get(path);
  items = body.items.toReversed();
  await owner.api.post(path, { parent_conversation_id: items[0]?.id, title: 'roof of the child' });
});

async function search(query: Query = {}): Promise<{ items: Item[]; next_page_id: string | null }> {
  const { status, body, text } = await owner.api.get(`${path}/search`, query);
  expect(status, text).toBe(200);
  return body;
}

const titlesOf = (found: readonly Item[]) => found.map(({ title }) => title);

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

describe('the search for app conversations', () => {
  it('finds all conversations, newest first, on both paths', async () => {
    const found = await search();

    expect(titlesOf(found.items)).toEqual(titles.toReversed());
    expect(found.next_page_id).toBeNull();
    expect(found.items.map(({ created_at }) => created_at)).toEqual(
      found.items
        .map(({ created_at }) => created_at)
        .toSorted()
        .toReversed(),
    );
    const plain = (await owner.api.get(path)).body;
    expect(plain.items.map(({ id }: Item) => id)).toEqual(found.items.map(({ id }) => id));
  });

  it('applies all filters together', async () => {
    const query = {
      title__contains: 'roof',
      created_at__gte: items[1]?.created_at ?? '',
      include_sub_conversations: true,
    };

    expect(titlesOf(await searchAll({ ...query, limit: 1 }))).toEqual(['roof of the child', 'ROOF!', 'roof tiles']);
    expect((await owner.api.get(`${path}/count`, query)).body).toBe(3);
  });
});
