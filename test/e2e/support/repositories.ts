import { afterAll } from 'vitest';
import { type GitServer, startGitServer } from '../../support/git-server.ts';
import type { Owner } from './owners.ts';

/** A git server on this machine for the tests of one file. */
export async function gitServer(): Promise<GitServer> {
  const git = await startGitServer();
  afterAll(() => git.close());
  return git;
}

/** Has an owner's repositories at these providers fetched from a git server. */
export async function giveTokens(
  { api }: Pick<Owner, 'api'>,
  { url }: GitServer,
  token: string,
  providers: readonly string[] = ['github', 'gitlab', 'forgejo'],
): Promise<void> {
  const { host } = new URL(url);
  const provider_tokens = Object.fromEntries(providers.map((provider) => [provider, { token, host }]));
  const { status, text } = await api.post('/api/v1/secrets/git-providers', { provider_tokens });
  if (status !== 200) throw new Error(`the tokens were not kept: ${status} ${text}`);
}
