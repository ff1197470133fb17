import { describe, expect, it } from 'vitest';
import { AnswerCache, CACHE_LIMITS } from '../../../../shared/domain/git/answer-cache.ts';
import { refusalOf, silenceOf } from '../../../../shared/domain/git/failures.ts';
import { gitBasesOf } from '../../../../shared/domain/git/git-bases.ts';
import { gitHubHost } from '../../../../shared/domain/git/github/host.ts';
import { directoryOf, isMicroagent, readMicroagent } from '../../../../shared/domain/git/microagents.ts';
import { OutboundError } from '../../../../shared/platform/outbound/bounded-fetch.ts';
import { azureDevOpsServerStub, azureDevOpsStub } from '../../../support/git/azure-devops-stub.ts';
import { bitbucketDataCenterStub } from '../../../support/git/bitbucket-data-center-stub.ts';
import { bitbucketStub } from '../../../support/git/bitbucket-stub.ts';
import { forgejoStub } from '../../../support/git/forgejo-stub.ts';
import { describeGitHost } from '../../../support/git/git-host.suite.ts';
import { gitLabStub } from '../../../support/git/gitlab-stub.ts';

const stubs = [gitLabStub, bitbucketStub, bitbucketDataCenterStub, azureDevOpsStub, azureDevOpsServerStub, forgejoStub];
for (const stub of stubs) describeGitHost(stub);

it("gitBasesOf reads the deployment's git hosts from its setting", () => {
  expect(gitBasesOf(undefined)).toEqual({});
  expect(gitBasesOf('{"gitlab":"https://git.example.com"}')).toEqual({ gitlab: 'https://git.example.com' });
  expect(() => gitBasesOf('{"nobody":"https://x"}')).toThrow();
});

it.each([
  ['https://github.com', 'https://api.github.com/user', 'https://api.github.com/graphql'],
  ['https://acme.ghe.com', 'https://api.acme.ghe.com/user', 'https://api.acme.ghe.com/graphql'],
  [
    'https://git.example.com:8443',
    'https://git.example.com:8443/api/v3/user',
    'https://git.example.com:8443/api/graphql',
  ],
])('the GitHub API of %s has its own URLs, and gets the token in a header', async (baseUrl, rest, graphql) => {
  const asked: (readonly [string, string | null])[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    asked.push([String(input), new Headers(init?.headers).get('authorization')]);
    return new Response('{}', { status: 404, headers: { 'Content-Type': 'application/json' } });
  };
  const host = gitHubHost({ provider: 'github', baseUrl, token: 'secret', fetch });

  await expect(host.user()).rejects.toMatchObject({ failure: 'not_found' });
  await expect(host.suggestedTasks()).rejects.toMatchObject({ failure: 'not_found' });
  expect(asked).toEqual([
    [rest, 'Bearer secret'],
    [graphql, 'Bearer secret'],
  ]);
});

const gitlab = { provider: 'gitlab', baseUrl: 'https://ada:password@gitlab.example/git' } as const;

const refusal = (status: number, headers: Record<string, string>) =>
  refusalOf(gitlab, { status, headers: new Headers(headers) });

it.each<[string, Record<string, string>, number | undefined]>([
  ['seconds', { 'retry-after': '12' }, 12],
  ['a part of a second', { 'retry-after': '0.2' }, 1],
  ['a date in the past', { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 1],
  ['more than a day', { 'retry-after': '999999999' }, 86_400],
  ['seconds until the reset', { 'ratelimit-reset': '45' }, 45],
  ['a reset that is over', { 'x-ratelimit-reset': '1500000000' }, 1],
  ['nothing that can be read', { 'retry-after': 'soon', 'ratelimit-reset': '9' }, undefined],
  ['nothing', {}, undefined],
])('reads how long to wait from %s', (_, headers, seconds) => {
  expect(refusal(429, headers)).toMatchObject({ failure: 'rate_limited', retryAfterSeconds: seconds });
});

it('distinguishes an exceeded rate limit from a missing scope', () => {
  expect(refusal(403, { 'x-ratelimit-remaining': '0' }).failure).toBe('rate_limited');
  expect(refusal(403, { 'ratelimit-remaining': '17' }).failure).toBe('scope_missing');
});

it('maps a bounded fetch error about a long response', () => {
  const error = silenceOf(gitlab, new OutboundError('too_large', 'its answer is too long'));
  expect(error).toMatchObject({ failure: 'malformed_answer', message: expect.stringContaining('too long') });
  expect(silenceOf(gitlab, new OutboundError('timed_out', 'late')).failure).toBe('timed_out');
});

it('contains only the host of the URL', () => {
  const messages = [refusal(502, {}).message, silenceOf(gitlab, new TypeError('fetch failed')).message];
  expect(messages.every((message) => message.startsWith('gitlab.example '))).toBe(true);
});

function scene(changes: Partial<typeof CACHE_LIMITS> = {}) {
  let time = 0;
  let asked = 0;
  const cache = new AnswerCache(() => new Date(time), { ...CACHE_LIMITS, ...changes });
  const ask = (key: readonly unknown[], value?: unknown) =>
    cache.answer(key, async () => {
      asked += 1;
      return value ?? asked;
    });
  return { ask, pass: (milliseconds: number) => (time += milliseconds), count: () => asked };
}

describe('kept answers', () => {
  it('are returned for a limited time and only for the same question', async () => {
    const { ask, pass } = scene();

    expect([await ask(['ann', 1]), await ask(['ann', 1]), await ask(['bob', 1])]).toEqual([1, 1, 2]);
    pass(CACHE_LIMITS.milliseconds);
    expect(await ask(['ann', 1])).toBe(3);
  });

  it('are never failures', async () => {
    const cache = new AnswerCache(() => new Date(0));
    await expect(cache.answer(['x'], () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await cache.answer(['x'], async () => 'up')).toBe('up');
  });

  it('are bounded in number and in size, the oldest going first', async () => {
    const few = scene({ entries: 2 });
    for (const key of ['a', 'b', 'c', 'b', 'c']) await few.ask([key]);
    expect(few.count()).toBe(3);
    await few.ask(['a']);
    expect(few.count()).toBe(4);

    const small = scene({ bytes: 100 });
    await small.ask(['long'], 'x'.repeat(200));
    await small.ask(['long'], 'x'.repeat(200));
    expect(small.count()).toBe(2);
    for (const key of ['a', 'b', 'b', 'a']) await small.ask([key], 'x'.repeat(60));
    expect(small.count()).toBe(5);
  });

  it('are cached even if they are undefined', async () => {
    let asked = 0;
    const cache = new AnswerCache(() => new Date(0));
    const none = async () => {
      asked += 1;
      return undefined;
    };
    await cache.answer(['x'], none);
    expect([await cache.answer(['x'], none), asked]).toEqual([undefined, 1]);
  });
});

describe('a microagent', () => {
  it('is in a directory that depends on the name of the repository', () => {
    expect(['acme/web', 'acme/.openhands', 'g/s/openhands-config'].map(directoryOf)).toEqual([
      '.openhands/microagents',
      'microagents',
      'microagents',
    ]);
  });

  it.each([
    ['.openhands/microagents/a.md', true],
    ['.cursorrules', true],
    ['.openhands/microagents/a.txt', false],
    ['.openhands/microagents/../../a.md', false],
    ['.openhands/microagents/x/a.md', false],
    ['microagents/a.md', false],
    ['README.md', false],
    ['.openhands/microagents/a\n.md', false],
  ])('may be read: %j %s', (path, expected) => expect(isMicroagent('acme/web', path)).toBe(expected));

  it.each([
    ['text', 'text', []],
    ['---\nname: x\n---\ntext', 'text', []],
    ['---\r\ntriggers:\r\n- a\r\n-  "b c"\r\nversion: 1\r\n---\r\ntext\r\n', 'text', ['a', 'b c']],
    ["---\ntriggers: [a, 'b']\n---\n", '', ['a', 'b']],
    ['---\nno end', '---\nno end', []],
  ])('has a text and triggers: %j', (text, content, triggers) => {
    expect(readMicroagent(text)).toEqual({ content, triggers });
  });
});
