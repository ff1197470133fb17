import { expect, it } from 'vitest';
import { forgejoStub } from '../../../../support/git/forgejo-stub.ts';
import { withServer } from '../../../../support/git/with-server.ts';

const { host, answer, requests } = withServer(forgejoStub);

const branchesFrom = (all: readonly string[]) => {
  answer(({ query }) => {
    const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
    const items = all.slice((page - 1) * limit, page * limit);
    const json = items.map((name) => ({ name, commit: { id: name } }));
    return { json, headers: { 'x-total-count': String(all.length) } };
  });
};

it('searches branches in a bounded number of pages, and continues where it stopped', async () => {
  const all = Array.from({ length: 900 }, (_, index) => (index % 450 === 449 ? `fix/${index}` : `other/${index}`));
  branchesFrom(all);
  const query = { text: 'FIX', limit: 10 };
  const page = await host().branches('acme/alpha', { ...query, pageId: null });
  expect(page.items).toEqual([]);
  expect(requests()).toHaveLength(8);
  const names: string[] = [];
  for (let pageId = page.nextPageId; pageId !== null; ) {
    const next = await host().branches('acme/alpha', { ...query, pageId });
    names.push(...next.items.map(({ name }) => name));
    pageId = next.nextPageId;
  }
  expect(names).toEqual(['fix/449', 'fix/899']);
});

it("requests at most the server's page size, so that no page is skipped", async () => {
  branchesFrom(Array.from({ length: 120 }, (_, index) => `b${index}`));
  const names: string[] = [];
  let pageId: string | null = null;
  do {
    const page = await host().branches('acme/alpha', { text: null, limit: 100, pageId });
    names.push(...page.items.map(({ name }) => name));
    pageId = page.nextPageId;
  } while (pageId !== null);
  expect(new Set(names).size).toBe(120);
});

it('ignores drafts and old reviews', async () => {
  const repository = { full_name: 'acme/alpha' };
  answer(({ path, query }) => {
    const last = path.at(-1);
    if (last === 'search')
      return { json: query.get('type') === 'pulls' ? [{ number: 1, title: 'A', repository }] : [] };
    if (last === 'status') return { json: { state: 'pending' } };
    if (last === 'reviews') return { json: [{ state: 'REQUEST_CHANGES', stale: true }] };
    return { json: { mergeable: false, draft: true, review_comments: 3, head: { sha: 'abc' } } };
  });
  expect(await host().suggestedTasks()).toEqual([]);
});
