import type { GitProvider } from '../../../../contract/shapes/enums.ts';
import { AppError } from '../../../../platform/errors.ts';
import { log } from '../../../../platform/log.ts';
import type { AppTokens } from '../../../git/apps/app-tokens.ts';
import { baseOf, type GitBases } from '../../../git/git-bases.ts';
import { issueAccessToken } from '../../../sandboxes/agent/access-tokens.ts';
import type { SandboxKeys } from '../../../sandboxes/agent/keys.ts';
import type { Sandbox } from '../../../sandboxes/record/sandbox.ts';
import { tokenName } from '../../../settings/secrets/secret-store.ts';
import type { GitAccess, GitToken, StartSettings } from '../../../settings/start-settings.ts';
import type { Conversation } from '../../record/conversation.ts';
import { providerFor } from '../workspace/remote.ts';

export interface GitAccessDeps {
  readonly keys: Pick<SandboxKeys, 'accessKey'>;
  readonly appTokens: Pick<AppTokens, 'forRepository'>;
  readonly gitBases: GitBases;
  /** The URL of this service for agents, without a trailing slash. */
  readonly publicBaseUrl: string;
}

type Wanted = Pick<Conversation, 'selected_repository' | 'git_provider'>;

/**
 * The settings with a token of the owner's GitHub App for the repository of a start, and with how the sandbox gets
 * current tokens later. A start whose clone exists needs none, so it does not fail here: the clone says what is wrong.
 */
export async function withGitAccess(
  settings: StartSettings,
  sandbox: Sandbox,
  wanted: Wanted,
  deps: GitAccessDeps,
): Promise<StartSettings> {
  const { selected_repository: repository } = wanted;
  const provider = providerFor(wanted, settings);
  const { token, problem } = await appToken(settings, provider, repository, deps);
  const tokens = new Map(token ? [...settings.gitTokens, ['github', token] as const] : settings.gitTokens);
  const isOf = (one: GitProvider) => (one === provider ? repository : null);
  const accessTo = (one: GitProvider, host: string | null) => accessOf(sandbox, one, host, isOf(one), deps);
  const gitTokens = new Map(
    await Promise.all(
      [...tokens].map(async ([one, kept]): Promise<[GitProvider, GitToken]> => {
        const access = await accessTo(one, kept.host);
        return [one, access ? { ...kept, access } : kept];
      }),
    ),
  );
  if (repository === null) return { ...settings, gitTokens };
  const appHost = settings.gitHubApp?.host;
  const { secretNames: names } = settings;
  const isAllowed = names === undefined || names.includes(tokenName(provider));
  const ofApp = provider === 'github' && appHost !== undefined ? await accessTo(provider, appHost) : undefined;
  const access = isAllowed ? (gitTokens.get(provider)?.access ?? ofApp) : undefined;
  return { ...settings, gitTokens, repositoryAccess: { provider, appHost, problem, access } };
}

async function appToken(
  { gitHubApp: app, gitTokens }: StartSettings,
  provider: GitProvider,
  repository: string | null,
  { appTokens }: GitAccessDeps,
): Promise<{ readonly token?: GitToken; readonly problem: string | null }> {
  if (!app || provider !== 'github' || repository === null) return { problem: null };
  try {
    const { token } = await appTokens.forRepository(app, repository);
    return { token: { token, host: app.host }, problem: null };
  } catch (error) {
    // The stored token can have access where the App has none.
    log.info('the GitHub App has no token', { owner_id: app.owner_id, error, has_token: gitTokens.has(provider) });
    return { problem: error instanceof AppError ? error.message : 'Your GitHub App could not be used. Try again.' };
  }
}

/** @returns undefined if the provider has no server */
async function accessOf(
  sandbox: Sandbox,
  provider: GitProvider,
  host: string | null,
  repository: string | null,
  { keys, gitBases, publicBaseUrl }: GitAccessDeps,
): Promise<GitAccess | undefined> {
  const base = baseOf(provider, { host }, gitBases);
  if (base === undefined) return undefined;
  const token = await issueAccessToken(sandbox, { provider, base, repository }, keys);
  return { url: `${publicBaseUrl}/api/v1/webhooks/secrets`, token };
}
