import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from '../../shared/client/answer-of.ts';
import { newOwner, type Owner } from './support/owners.ts';

const path = '/api/v1/sandboxes';

let owner: Owner;
/** Oldest first. */
const ids: string[] = [];
beforeAll(async () => {
  owner = await newOwner();
  for (let number = 0; number < 5; number += 1) {
    const { api } = owner.client;
    const { id } = await answerOf(api.POST('/api/v1/sandboxes', {}));
    ids.push(id);
    // What does not run keeps the machine free for the next.
    await api.POST('/api/v1/sandboxes/{sandbox_id}/pause', { params: { path: { sandbox_id: id } } });
  }
});

interface Item {
  readonly id: string;
}

const idsOf = (items: readonly (Item | null)[]) => items.map((item) => item?.id ?? null);

describe('the lists of sandboxes', () => {
  it.each([1, 2, 5, 100])('page by %i, newest first, without gaps and without repeats', async (limit) => {
    const found: Item[] = [];
    for await (const sandbox of owner.client.sandboxes({ limit })) found.push(sandbox);

    expect(idsOf(found)).toEqual(ids.toReversed());
  });

  it('give by id what was asked for, in that order, null for what is not there', async () => {
    const [one = '', two = ''] = ids;
    const dashed = one.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

    const { body } = await owner.api.get(path, {
      id: [two, randomUUID(), dashed, one.toUpperCase(), '', 'x', '../..', two],
    });

    expect(idsOf(body)).toEqual([two, null, one, one, null, null, null, two]);
  });

  it('show the same in every read', async () => {
    const [id = ''] = ids;
    const [one, batch, search] = await Promise.all([
      owner.api.get(`${path}/${id}`),
      owner.api.get(path, { id }),
      owner.api.get(`${path}/search`),
    ]);

    expect(batch.body).toEqual([one.body]);
    expect(search.body.items.at(-1)).toEqual(one.body);
    expect(one.body.status).toBe('PAUSED');
  });

  it('leave out what is deleted, also in the middle of a page', async () => {
    const [deleted = ''] = ids.splice(2, 1);
    await owner.api.delete(`${path}/${deleted}`);

    const first = await owner.api.get(`${path}/search`, { limit: 3 });
    const rest = await owner.api.get(`${path}/search`, { limit: 3, page_id: first.body.next_page_id });

    expect(idsOf(first.body.items)).toEqual(ids.toReversed().slice(0, 3));
    expect(idsOf(rest.body.items)).toEqual(ids.toReversed().slice(3));
  });
});
