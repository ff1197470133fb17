import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GitProvider } from '../../../../shared/contract/shapes/enums.ts';
import { Branch, Repository } from '../../../../shared/contract/shapes/repository.ts';
import { StartRequest } from '../../../../shared/contract/shapes/start-request.ts';
import { line } from '../../../../shared/contract/shapes/text.ts';
import { remoteOf } from '../../../../shared/domain/conversations/start/workspace/remote.ts';
import { hostOf } from '../../../../shared/domain/git/hosts/host-of.ts';
import { type OwnerHost, OwnerHosts } from '../../../../shared/domain/git/owner-hosts.ts';
import { assignments } from '../../../../shared/platform/shell.ts';
import { aGitToken, gitDepsOf } from '../../../support/git/git-deps.ts';

/** The rules by which a provider names repositories and branches, and how its responses show them. */
interface Naming {
  readonly host: string;
  /** Owner or groups, and name. */
  readonly names: fc.Arbitrary<readonly string[]>;
  readonly repositories: (names: readonly string[]) => unknown;
  readonly branches: (branch: string) => unknown;
  /** The path of the clone URL, below the host's, for decoded names. */
  readonly clonePath: (names: readonly string[]) => string;
}

/** Pickers leave out other names, such as those with U+FFFD. */
const isLine = (name: string) => line(1_000).safeParse(name).success;

const text = (characters: RegExp, maxLength: number) =>
  fc.stringMatching(characters).filter((name) => name.length > 0 && name.length <= maxLength && !/^\.+$/.test(name));
const slug = text(/^[A-Za-z0-9._-]{1,30}$/, 30).filter((name) => !/\.git$/i.test(name));
const simple = fc.tuple(text(/^[A-Za-z0-9][A-Za-z0-9_-]{0,30}$/, 31), slug);
/** Azure DevOps: any letters; not these characters, a space at an end, or a period at an end. */
const azureName = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((name) => !/[\\/:*?"<>|;#${},+=[\]]|^[\s._]|[\s.]$|\.git$/i.test(name) && isLine(name));

const plain = { pushed_at: null, default_branch: 'main' };
const asIs = (names: readonly string[]) => `${names.join('/')}.git`;

const namings: Readonly<Record<Exclude<GitProvider, 'enterprise_sso'>, Naming>> = {
  github: {
    host: 'git.example.com/ghe',
    names: simple,
    repositories: (names) => [{ ...plain, id: 1, full_name: names.join('/'), private: true, owner: { login: 'a' } }],
    branches: (name) => [{ name, commit: { sha: 'a' }, protected: false }],
    clonePath: asIs,
  },
  gitlab: {
    host: '127.0.0.1:4390/gitlab',
    names: fc.array(slug, { minLength: 2, maxLength: 6 }),
    repositories: (names) => [{ ...plain, id: 1, path_with_namespace: names.join('/') }],
    branches: (name) => [{ name, protected: false, commit: { id: 'a' } }],
    clonePath: asIs,
  },
  bitbucket: {
    host: 'git.example.com/bitbucket',
    names: simple,
    repositories: (names) => ({ values: [{ uuid: '{1}', full_name: names.join('/'), is_private: true }] }),
    branches: (name) => ({ values: [{ name, target: { hash: 'a' } }] }),
    clonePath: asIs,
  },
  bitbucket_data_center: {
    host: 'git.example.com/bitbucket',
    names: fc.tuple(text(/^(~[A-Za-z0-9._@+-]{1,30}|[A-Z][A-Z0-9_]{0,30})$/, 40), slug),
    repositories: ([key, name]) => ({ values: [{ id: 1, slug: name, project: { key } }], isLastPage: true }),
    branches: (displayId) => ({ values: [{ displayId, latestCommit: 'a' }], isLastPage: true }),
    clonePath: (names) => `scm/${asIs(names)}`,
  },
  azure_devops: {
    host: 'dev.azure.com/acme',
    names: fc.tuple(azureName, azureName),
    repositories: ([project, name]) => ({ value: [{ id: '1', name, project: { name: project } }] }),
    branches: (name) => ({ value: [{ name: `refs/heads/${name}`, objectId: 'a' }] }),
    clonePath: ([project, name]) => `${project}/_git/${name}`,
  },
  forgejo: {
    host: 'https://git.example.com/forgejo/',
    names: simple,
    repositories: (names) => ({ data: [{ ...plain, id: 1, full_name: names.join('/'), private: true }] }),
    branches: (name) => [{ name, commit: { id: 'a' } }],
    clonePath: asIs,
  },
};

/** Characters that git allows in a branch, among them all that a shell or a URL reads in its own way. */
const branchName = fc.oneof(
  fc.constantFrom("user's-branch", 'feature/(wip)-x', 'R&D', 'a!b$c', 'say-"hi"', 'cost-$5', 'a{b}', 'a/-b', 'a./b'),
  fc.stringMatching(/^[a-z0-9'"&!$(){};<>|`#%@+=,./日本ü-]{1,30}$/),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
);

const allowedByGit = (branch: string) =>
  // `@` stands for HEAD; some versions of git let it pass.
  branch !== '@' && !branch.includes('\0') && spawnSync('git', ['check-ref-format', '--branch', branch]).status === 0;

async function pickersOf(provider: GitProvider, { names, branch }: { names: readonly string[]; branch: string }) {
  const { host: sent, repositories, branches } = namings[provider as keyof typeof namings];
  const asked: string[] = [];
  const deps = gitDepsOf(
    {},
    {
      secrets: { listGit: async () => [aGitToken(provider, { host: storedHost(sent) })] },
      hostOf,
      fetchOfRequest: () => async (input) => {
        const url = String(input);
        asked.push(url);
        const answer = /branches|refs/.test(url) ? branches(branch) : repositories(names);
        return Response.json(/\/(user|default-branch)(\?|$)/.test(url) ? { id: 7, login: 'a' } : answer);
      },
    },
  );
  return { picker: (await OwnerHosts.of('ann', deps)).one(provider), asked };
}

const storedHost = (host: string) => host.replace(/^https?:\/\//, '').replace(/\/+$/, '');

async function picked(picker: OwnerHost, provider: GitProvider) {
  const page = { pageId: null, limit: 10, order: null };
  // Bitbucket lists repositories by workspace.
  const installation = ['bitbucket', 'bitbucket_data_center'].includes(provider) ? 'any' : null;
  const [repository] = (await picker.repositories({ ...page, installation })).items;
  const name = repository?.full_name ?? '';
  const [branch] = (await picker.branches(name, { pageId: null, limit: 10, text: null })).items;
  return { selected_repository: name, selected_branch: branch?.name ?? '' };
}

describe.each(Object.keys(namings) as (keyof typeof namings)[])('every name that %s shows', (provider) => {
  const { names, host, clonePath } = namings[provider];

  it('passes the start, and reaches git as it is, also below a path', async () => {
    const branches = branchName.filter((branch) => allowedByGit(branch) && isLine(branch));
    await fc.assert(
      fc.asyncProperty(names, branches, async (parts, branch) => {
        const { picker, asked } = await pickersOf(provider, { names: parts, branch });
        const choice = await picked(picker, provider);
        const request = StartRequest.parse({ ...choice, git_provider: provider });
        const tokens = new Map([[provider, { token: 't', host: storedHost(host) }]]);
        const { url = '' } = remoteOf(request.selected_repository ?? '', provider, { gitTokens: tokens }, {}) ?? {};

        expect(choice.selected_branch).toBe(branch);
        const base = `http${host.startsWith('127') ? '' : 's'}://${storedHost(host)}`;
        expect(asked.filter((one) => !one.startsWith(`${base}/`))).toEqual([]);
        expect(new URL(url).href).toBe(url);
        expect(decodeURIComponent(url.slice(base.length + 1))).toBe(clonePath(parts));
        const shell = `${assignments({ url, branch })}\nset -- --branch "$branch" -- "$url"\nprintf '%s\\0' "$@"`;
        expect(spawnSync('/bin/sh', ['-c', shell]).stdout.toString().split('\0')).toEqual([
          '--branch',
          branch,
          '--',
          url,
          '',
        ]);
      }),
      { numRuns: 25 },
    );
  });
});

it('accepts a branch exactly if git does', () => {
  fc.assert(
    fc.property(branchName, (branch) => {
      expect(Branch.safeParse(branch).success).toBe(allowedByGit(branch) && isLine(branch));
    }),
    { numRuns: 150 },
  );
});

it('leaves out what no start accepts', async () => {
  const { picker } = await pickersOf('gitlab', { names: ['acme', 'lost-\ufffd'], branch: 'lost-\ufffd' });
  const page = { pageId: null, limit: 10 };

  expect((await picker.repositories({ ...page, installation: null, order: null })).items).toEqual([]);
  expect((await picker.branches('acme/shop', { ...page, text: null })).items).toEqual([]);
});

it.each([
  '~JDOE/tool',
  'org/My%20Café/Repo%20(v2)',
  'acme/-',
  'acme/-x',
  'a/b;c',
  "o/r'",
  'ö/r',
  `g/${'a'.repeat(255)}`,
])('a repository can be %s', (name) => {
  expect(Repository.safeParse(name).success).toBe(true);
});
