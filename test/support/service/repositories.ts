import { afterAll } from 'vitest';
import { type GitServer, startGitServer } from '../conversations/start/git-server.ts';
import type { Owner } from './owners.ts';

export async function gitServer(): Promise<GitServer> {
  const git = await startGitServer();
  afterAll(() => git.close());
  return git;
}

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
