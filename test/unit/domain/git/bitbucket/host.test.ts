import { expect, it } from 'vitest';
import { bitbucketStub } from '../../../../support/git/bitbucket-stub.ts';
import { withServer } from '../../../../support/git/with-server.ts';

const { host, answer, asked, requests, origin } = withServer(bitbucketStub);

const first = { pageId: null, limit: 2 };

it('does not follow links, and takes only the page number from them', async () => {
  const link = (next: string) => ({ json: { values: [], next } });
  answer(link('https://elsewhere.example/2.0/user/workspaces?page=2&token=x'));
  expect(await host().installations(first)).toEqual({ items: [], nextPageId: '2' });
  answer(link('https://api.bitbucket.org/2.0/user/workspaces?page=a%2Fb'));
  expect(await host().installations(first)).toEqual({ items: [], nextPageId: null });
  await host().installations({ pageId: '2', limit: 2 });
  expect(asked().at(-1)).toBe('/2.0/user/workspaces?pagelen=2&page=2');
});

it('continues in the next workspace at the end of one, and stops after five empty ones', async () => {
  const slugs = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  answer(({ path }) => {
    if (path[1] === 'user') return { json: { values: slugs.map((slug) => ({ workspace: { slug } })) } };
    const repository = { uuid: '{1}', full_name: 'g/one', is_private: true };
    return { json: { values: path[2] === 'g' ? [repository] : [] } };
  });
  const query = { ...first, installation: null, order: null };
  const page = await host().repositories(query);
  expect(page).toEqual({ items: [], nextPageId: 'f~' });
  const rest = await host().repositories({ ...query, pageId: page.nextPageId });
  expect(rest).toMatchObject({ items: [{ full_name: 'g/one', main_branch: null }], nextPageId: null });
  await expect(host().repositories({ ...query, pageId: 'gone~' })).rejects.toMatchObject({ failure: 'not_found' });
});

it('quotes the text of a search', async () => {
  await host().branches('acme/alpha', { ...first, text: 'a" OR name != "\\' });
  expect(requests()[0]?.query.get('q')).toBe('name ~ "a\\" OR name != \\"\\\\"');
});

it('reads files by the commit when the default branch has a slash in its name', async () => {
  answer(({ path }) => {
    const last = path.slice(4).join('/');
    if (last === '')
      return { json: { uuid: '{1}', full_name: 'acme/a', is_private: true, mainbranch: { name: 'v/2' } } };
    if (last === 'refs/branches/v/2') return { json: { name: 'v/2', target: { hash: 'abc123' } } };
    return last === 'src/abc123/docs/a b.md' ? { bytes: 'text' } : { status: 404 };
  });
  expect(await host().readFile('acme/a', 'docs/a b.md')).toBe('text');
});

it('sends a name and a secret as a password, and a token of a repository or workspace as a token', async () => {
  for (const token of ['ada:app-password', 'x-token-auth:workspace-token', 'workspace-token'])
    await host({ token }).user();
  expect(requests().map(({ headers }) => headers.authorization)).toEqual([
    `Basic ${Buffer.from('ada:app-password').toString('base64')}`,
    'Bearer workspace-token',
    'Bearer workspace-token',
  ]);
});

it("uses the API path of a deployment's own Bitbucket server", async () => {
  answer({ json: { uuid: '{1}' } });
  await host({ baseUrl: `${origin()}/mirror` }).user();
  expect(asked()).toEqual(['/mirror/api/2.0/user']);
});

it('reports a change that a reviewer rejected', async () => {
  const destination = { repository: { full_name: 'acme/alpha' } };
  const pull = { id: 5, title: 'Refused', destination, participants: [{ state: 'changes_requested' }] };
  answer(({ path }) => {
    if (path[1] === 'workspaces') return { json: { values: [pull] } };
    if (path.at(-1) === 'workspaces') return { json: { values: [{ workspace: { slug: 'acme' } }] } };
    return { json: path.at(-1) === 'user' ? { uuid: '{1}' } : { values: [] } };
  });
  expect(await host().suggestedTasks()).toMatchObject([{ task_type: 'UNRESOLVED_COMMENTS', issue_number: 5 }]);
});
