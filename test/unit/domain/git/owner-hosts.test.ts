import { describe, expect, it } from 'vitest';
import { GitHostError } from '../../../../shared/domain/git/failures.ts';
import type { GitConnection, GitHost, GitPage } from '../../../../shared/domain/git/git-host.ts';
import { OwnerHosts } from '../../../../shared/domain/git/owner-hosts.ts';
import { nthPage } from '../../../../shared/domain/git/pages.ts';
import { firstAnswer, gather } from '../../../../shared/domain/git/several-hosts.ts';
import { aGitToken, gitDepsOf } from '../../../support/git/git-deps.ts';

const organizations = (...names: string[]): Partial<GitHost> => ({ organizations: async () => names });
const failing = (failure: 'failing' | 'not_found'): Partial<GitHost> => ({
  organizations: () => Promise.reject(new GitHostError('gitlab', failure, `it is ${failure}`)),
});
const names = async (hosts: Parameters<typeof gitDepsOf>[0]) =>
  gather((await OwnerHosts.of('ann', gitDepsOf(hosts))).all(), (host) => host.organizations());

describe('several providers', () => {
  it('answer together', async () => {
    const { items, failures } = await names({ github: organizations('a'), forgejo: organizations('b') });
    expect([items, failures]).toEqual([['a', 'b'], []]);
    expect(await names({})).toEqual({ items: [], failures: [] });
  });

  it('show what some of them answer, and what failed', async () => {
    const { items, failures } = await names({ github: organizations('a'), gitlab: failing('failing') });
    expect([items, failures]).toEqual([
      ['a'],
      [{ provider: 'gitlab', code: 'git_provider_failed', detail: 'it is failing' }],
    ]);
  });

  it('fail together when no result remains', async () => {
    const asked = names({ github: organizations(), gitlab: failing('failing') });
    await expect(asked).rejects.toMatchObject({ code: 'git_provider_failed' });
  });

  it('are called in turn until the first response', async () => {
    const first = async (hosts: Parameters<typeof gitDepsOf>[0]) =>
      firstAnswer((await OwnerHosts.of('ann', gitDepsOf(hosts))).all(), (host) => host.organizations());

    expect(await first({ gitlab: failing('not_found'), github: organizations('a') })).toEqual(['a']);
    const failed = first({ gitlab: failing('not_found'), forgejo: failing('failing') });
    await expect(failed).rejects.toMatchObject({ code: 'git_provider_failed' });
    await expect(first({ gitlab: failing('not_found') })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the providers of an owner', () => {
  it("are reached at the owner's host, or else the deployment's, or the public one, with their token", async () => {
    const connections: GitConnection[] = [];
    const deps = gitDepsOf(
      {},
      {
        secrets: {
          listGit: async () => [
            aGitToken('github'),
            aGitToken('gitlab', { host: 'git.example.com:8443' }),
            aGitToken('forgejo'),
            aGitToken('bitbucket_data_center'),
          ],
        },
        bases: { forgejo: 'https://forge.example.com/' },
        hostOf: (connection) => {
          connections.push(connection);
          return organizations('x') as GitHost;
        },
      },
    );
    const hosts = await OwnerHosts.of('ann', deps);
    const { failures } = await gather(hosts.all(), (host) => host.organizations());

    expect(connections.map(({ baseUrl, token }) => [baseUrl, token])).toEqual([
      ['https://github.com', 'token of git_token/github'],
      ['https://git.example.com:8443', 'token of git_token/gitlab'],
      ['https://forge.example.com', 'token of git_token/forgejo'],
    ]);
    expect(failures).toMatchObject([{ provider: 'bitbucket_data_center', code: 'git_token_required' }]);
    expect(() => hosts.one('azure_devops')).toThrow('There is no token for Azure DevOps');
  });

  it('are called again after a change of the token, which is decrypted only for a call', async () => {
    let opened = 0;
    let version = 1;
    const deps = gitDepsOf(
      { github: organizations('a') },
      {
        secrets: { listGit: async () => [aGitToken('github', { version })] },
        vault: {
          open: async () => {
            opened += 1;
            return 'token';
          },
        },
      },
    );
    const ask = async () => (await OwnerHosts.of('ann', deps)).one('github').organizations();
    await ask();
    await ask();
    expect(opened).toBe(1);
    version = 2;
    await ask();
    expect(opened).toBe(2);
  });
});

describe('a page by its number', () => {
  const pages =
    (end: number) =>
    async (pageId: string | null): Promise<GitPage<string>> => {
      const number = Number(pageId ?? 1);
      return { items: [`item ${number}`], nextPageId: number < end ? String(number + 1) : null };
    };
  const hostWith = async (host: Partial<GitHost>) =>
    (await OwnerHosts.of('ann', gitDepsOf({ github: host }))).one('github');

  it('is requested directly if pages have numbers', async () => {
    const host = await hostWith({ pageIdOf: (page) => `${page}` });
    expect((await nthPage(host, 40, 30, pages(50))).items).toEqual(['item 40']);
  });

  it('is read from the start elsewhere, up to the tenth', async () => {
    const host = await hostWith({});
    expect((await nthPage(host, 3, 30, pages(50))).items).toEqual(['item 3']);
    expect((await nthPage(host, 3, 30, pages(2))).items).toEqual([]);
    await expect(nthPage(host, 11, 30, pages(50))).rejects.toMatchObject({ code: 'git_not_supported' });
  });
});
