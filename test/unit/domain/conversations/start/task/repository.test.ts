import { describe, expect, it } from 'vitest';
import type { GitProvider } from '../../../../../../shared/contract/shapes/enums.ts';
import { providerOf, remoteOf } from '../../../../../../shared/domain/conversations/start/task/repository.ts';
import { errorText } from '../../../../../../shared/domain/conversations/start/task/start-failed.ts';
import {
  cloneFailure,
  mayPass,
} from '../../../../../../shared/domain/conversations/start/workspace/prepare-repository.ts';
import { tokenName } from '../../../../../../shared/domain/settings/secrets/secret-store.ts';
import type { GitToken } from '../../../../../../shared/domain/settings/start-settings.ts';

const tokens = (...entries: [GitProvider, GitToken][]) => new Map(entries);
const token = (text = 't0ken', host: string | null = null): GitToken => ({ token: text, host });

describe('provider of a repository', () => {
  it('is the named one, or the only one with a token', () => {
    expect(providerOf('gitlab', tokens(['github', token()]))).toBe('gitlab');
    expect(providerOf(null, tokens(['forgejo', token()]))).toBe('forgejo');
    expect(providerOf(null, tokens(['forgejo', token()], ['gitlab', token()]))).toBe('github');
    expect(providerOf(null, tokens())).toBe('github');
  });
});

describe('host of a repository', () => {
  it.each<[GitProvider, string]>([
    ['github', 'https://github.com/o/r.git'],
    ['gitlab', 'https://gitlab.com/o/r.git'],
    ['bitbucket', 'https://bitbucket.org/o/r.git'],
    ['forgejo', 'https://codeberg.org/o/r.git'],
    ['azure_devops', 'https://dev.azure.com/o/_git/r'],
  ])('%s: %s', (provider, url) => {
    expect(remoteOf('o/r', provider, tokens(), {})).toEqual({ provider, url, credential: null });
  });

  it('has nested groups and projects in its path', () => {
    expect(remoteOf('group/sub/r', 'gitlab', tokens(), {})?.url).toBe('https://gitlab.com/group/sub/r.git');
    expect(remoteOf('org/My%20project/r', 'azure_devops', tokens(), {})?.url).toBe(
      'https://dev.azure.com/org/My%20project/_git/r',
    );
  });

  it("is the owner's host, else the deployment's, else the public one", () => {
    const bases = { gitlab: 'https://git.example.com/' };

    expect(remoteOf('o/r', 'gitlab', tokens(), bases)?.url).toBe('https://git.example.com/o/r.git');
    expect(remoteOf('o/r', 'gitlab', tokens(['gitlab', token('t', 'mine.example')]), bases)?.url).toBe(
      'https://mine.example/o/r.git',
    );
    expect(remoteOf('o/r', 'gitlab', tokens(['gitlab', token('t', '127.0.0.1:8080')]), {})?.url).toBe(
      'http://127.0.0.1:8080/o/r.git',
    );
  });

  it('is unknown for a provider without a public host', () => {
    expect(remoteOf('o/r', 'bitbucket_data_center', tokens(), {})).toBeUndefined();
    expect(
      remoteOf('o/r', 'bitbucket_data_center', tokens(), { bitbucket_data_center: 'https://b.example' })?.url,
    ).toBe('https://b.example/scm/o/r.git');
  });

  it('gets its credential separately, for that host only', () => {
    expect(remoteOf('o/r', 'github', tokens(['github', token('a/b')]), {})).toEqual({
      provider: 'github',
      url: 'https://github.com/o/r.git',
      credential: 'https://x-access-token:a%2Fb@github.com',
    });
    expect(remoteOf('o/r', 'bitbucket', tokens(['bitbucket', token('ann:app')]), {})?.credential).toBe(
      'https://ann:app@bitbucket.org',
    );
    expect(remoteOf('o/r', 'gitlab', tokens(['github', token()]), {})?.credential).toBeNull();
  });
});

it('tokenName names a token as agents look for it', () => {
  expect(['github', 'azure_devops'].map((provider) => tokenName(provider as GitProvider))).toEqual([
    'GITHUB_TOKEN',
    'AZURE_DEVOPS_TOKEN',
  ]);
});
describe('failed clone', () => {
  const remote = { provider: 'github', url: 'https://github.com/o/r.git' } as const;
  const failureOf = (
    output: string,
    credential: string | null = 'https://x:t@github.com',
    branch: string | null = null,
  ) => errorText(cloneFailure({ repository: 'o/r', branch, remote: { ...remote, credential }, output }), []);

  it.each<[string, string, string | null, string]>([
    [
      'a branch',
      'warning: Could not find remote branch x\nfatal: Remote branch x not found in upstream origin',
      'c',
      'no branch',
    ],
    [
      'a login',
      "fatal: could not read Username for 'https://github.com': terminal prompts disabled",
      null,
      'add a github token',
    ],
    ['a valid token', "fatal: Authentication failed for 'https://github.com/o/r.git/'", 'c', 'Renew the token'],
    ['access', 'fatal: unable to access: The requested URL returned error: 403', 'c', 'refused your github token'],
    [
      'the repository',
      "fatal: repository 'https://github.com/o/r.git/' not found",
      'c',
      'not found with your github token',
    ],
    [
      'the public repository',
      "fatal: repository 'https://github.com/o/r.git/' not found",
      null,
      'does not exist or is private',
    ],
    ['the network', 'fatal: unable to access: Could not resolve host: github.com', 'c', 'could not be reached'],
    ['an unknown reason', 'fatal: something else', 'c', 'git said: fatal: something else'],
  ])('explains its cause: %s', (_, output, credential, words) => {
    expect(failureOf(output, credential, 'x')).toContain(words);
  });

  it('may pass when the server was not reached', () => {
    expect(mayPass('fatal: unable to access: Failed to connect to github.com port 443')).toBe(true);
    expect(mayPass('fatal: unable to access: The requested URL returned error: 503')).toBe(true);
    expect(mayPass('fatal: unable to access: The requested URL returned error: 403')).toBe(false);
    expect(mayPass("fatal: repository 'x' not found")).toBe(false);
  });
});
