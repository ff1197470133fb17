import type { GitProvider } from '../../../contract/shapes/enums.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Vault } from '../../../platform/vault.ts';
import { type GitHubApp, type GitProviderToken, gitPurpose } from '../../settings/secrets/secret-store.ts';
import { tokenRequired } from '../failures.ts';
import { baseOf, type GitBases } from '../git-bases.ts';
import { AppNotInstalledError } from '../github/app-failures.ts';
import type { AppTokens } from './app-tokens.ts';

export interface RepositoryTokenDeps {
  readonly vault: Pick<Vault, 'open'>;
  readonly bases: GitBases;
  readonly appTokens: Pick<AppTokens, 'forRepository'>;
}

/** What a token is wanted for. */
interface Wanted {
  readonly provider: GitProvider;
  /** Null for all that the stored token can access. */
  readonly repository: string | null;
  /** The server that gets the token, as `baseOf` names it. */
  readonly base: string;
}

/** What an owner stored for the provider. */
interface Stored {
  readonly token: GitProviderToken | undefined;
  readonly app: GitHubApp | undefined;
}

/**
 * The token for a repository: a short-lived one of the owner's GitHub App, or else the stored one. Each goes only to
 * the server that it was given for.
 *
 * @throws AppError `git_token_required`; GitHostError; BrokenSealError; AppError `unavailable`
 */
export async function repositoryToken(wanted: Wanted, stored: Stored, deps: RepositoryTokenDeps): Promise<string> {
  const { provider, repository, base } = wanted;
  const isThere = (row: { readonly host: string | null } | undefined) =>
    row !== undefined && baseOf(provider, row, deps.bases) === base;
  const token = isThere(stored.token) ? stored.token : undefined;
  if (stored.app && isThere(stored.app) && provider === 'github' && repository !== null) {
    try {
      return (await deps.appTokens.forRepository(stored.app, repository)).token;
    } catch (error) {
      // The stored token can have access where the App is not installed.
      if (!token || !(error instanceof AppNotInstalledError)) throw error;
    }
  }
  if (token) return deps.vault.open(token.owner_id, gitPurpose(provider), token.sealed);
  if (!stored.token) throw tokenRequired(provider);
  throw new AppError('git_token_required', `The stored token is for another server than ${new URL(base).host}.`);
}
