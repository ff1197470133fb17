import { expect, it } from 'vitest';
import { gitHubHost } from '../../../../../shared/domain/git/github/host.ts';

it.each([
  ['https://github.com', 'https://api.github.com/user', 'https://api.github.com/graphql'],
  ['https://acme.ghe.com', 'https://api.acme.ghe.com/user', 'https://api.acme.ghe.com/graphql'],
  [
    'https://git.example.com:8443',
    'https://git.example.com:8443/api/v3/user',
    'https://git.example.com:8443/api/graphql',
  ],
])('the GitHub of %s is asked at its own addresses, with the token in a header', async (baseUrl, rest, graphql) => {
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
