import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Query } from './support/api.ts';
import { newOwner, type Owner } from './support/owners.ts';

const path = '/api/v1/app-conversations';

interface Item {
  readonly id: string;
  readonly title: string;
  readonly sandbox_id: string;
  readonly created_at: string;
  readonly updated_at: string;
}

const titles = ['Mend the roof', 'Paint the door', 'roof tiles', 'Straße 100%', 'plain', 'ROOF!', 'last'];

let owner: Owner;
/** Oldest first. */
let items: Item[];
let child: string;
beforeAll(async () => {
  owner = await newOwner();
  for (const title of titles) {
    const { status, text } = await owner.api.post(path, { title });
    expect(status, text).toBe(200);
  }
  const { body } = await owner.api.get(path);
  items = body.items.toReversed();
  child = (await owner.api.post(path, { parent_conversation_id: items[0]?.id, title: 'roof of the child' })).body
    .app_conversation_id;
});

async function search(query: Query = {}): Promise<{ items: Item[]; next_page_id: string | null }> {
  const { status, body, text } = await owner.api.get(`${path}/search`, query);
  expect(status, text).toBe(200);
  return body;
}

const titlesOf = (found: readonly Item[]) => found.map(({ title }) => title);

/** What a search finds over all its pages. */
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
  it('finds everything, newest first, on both paths', async () => {
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

  it.each([1, 2, 3, 7, 100])('pages by %i without gaps and without repeats', async (limit) => {
    expect(titlesOf(await searchAll({ limit }))).toEqual(titles.toReversed());
  });

  it.each([
    ['roof', ['ROOF!', 'roof tiles', 'Mend the roof']],
    ['RooF', ['ROOF!', 'roof tiles', 'Mend the roof']],
    ['the ', ['Paint the door', 'Mend the roof']],
    ['100%', ['Straße 100%']],
    ['straße', ['Straße 100%']],
    ['%', ['Straße 100%']],
    ['roo_', []],
    ['', titles.toReversed()],
    ["' OR 1=1", []],
  ])('finds the titles that contain %j', async (title__contains, expected) => {
    expect(titlesOf(await searchAll({ title__contains, limit: 2 }))).toEqual(expected);
    expect((await owner.api.get(`${path}/count`, { title__contains })).body).toBe(expected.length);
  });

  it('bounds the time of creation, inclusive below and exclusive above', async () => {
    const [from, before] = [items[2]?.created_at ?? '', items[5]?.created_at ?? ''];

    const between = { created_at__gte: from, created_at__lt: before };
    expect(titlesOf(await searchAll({ ...between, limit: 1 }))).toEqual([titles[4], titles[3], titles[2]]);
    expect(titlesOf(await searchAll({ created_at__gte: before }))).toEqual([titles[6], titles[5]]);
    expect(titlesOf(await searchAll({ created_at__lt: from }))).toEqual([titles[1], titles[0]]);
    expect((await owner.api.get(`${path}/count`, between)).body).toBe(3);
  });

  it('reads a time in any zone', async () => {
    const at = new Date(items[5]?.created_at ?? '');
    const elsewhere = new Date(at.getTime() + 2 * 3_600_000).toISOString().replace('Z', '+02:00');

    expect(titlesOf(await searchAll({ created_at__gte: elsewhere }))).toEqual([titles[6], titles[5]]);
    expect(await searchAll({ created_at__gte: '2200-01-01' })).toEqual([]);
  });

  it('bounds the time of the last change', async () => {
    const latest =
      items
        .map(({ updated_at }) => updated_at)
        .toSorted()
        .at(-1) ?? '';

    const before = await searchAll({ updated_at__lt: latest });
    const since = await searchAll({ updated_at__gte: latest });

    expect(before.every(({ updated_at }) => updated_at < latest)).toBe(true);
    expect(since.every(({ updated_at }) => updated_at >= latest)).toBe(true);
    expect(before.length + since.length).toBe(titles.length);
    expect((await owner.api.get(`${path}/count`, { updated_at__lt: latest })).body).toBe(before.length);
  });

  it('finds what runs in one sandbox, whatever form its id has', async () => {
    const [one] = items;
    const hex = one?.sandbox_id ?? '';
    const dashed = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

    for (const sandbox_id__eq of [hex, dashed]) {
      expect(titlesOf(await searchAll({ sandbox_id__eq }))).toEqual([one?.title]);
    }
    expect(await searchAll({ sandbox_id__eq: randomUUID() })).toEqual([]);
  });

  it('leaves conversations of other conversations out, unless they are asked for', async () => {
    const all = await searchAll({ include_sub_conversations: true, limit: 3 });

    expect(all.map(({ id }) => id)).toEqual([child, ...items.toReversed().map(({ id }) => id)]);
    expect((await owner.api.get(`${path}/count`)).body).toBe(titles.length);
    expect((await owner.api.get(`${path}/count`, { include_sub_conversations: true })).body).toBe(titles.length + 1);
    expect((await owner.api.get('/api/conversations')).body.results).toHaveLength(titles.length);
    expect((await owner.api.get('/api/conversations', { include_sub_conversations: true })).body.results).toHaveLength(
      titles.length + 1,
    );
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
