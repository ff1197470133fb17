import type { Clock } from '../../../platform/clock.ts';
import type { Vault } from '../../../platform/vault.ts';
import { APP_PURPOSE, type GitHubApp } from '../../settings/secrets/secret-store.ts';
import { baseOf, type GitBases } from '../git-bases.ts';
import { type InstallationToken, makeInstallationToken } from '../github/installation-token.ts';

interface AppTokenDeps {
  readonly vault: Pick<Vault, 'open'>;
  readonly bases: GitBases;
  /** Makes the `fetch` for one token, with limits on its time and its number of requests. */
  readonly fetchOfRequest: () => typeof globalThis.fetch;
  readonly now: Clock;
}

/** A token is given out again only while it lasts this long, in milliseconds: a clone or push has to end before. */
const LEAST_LEFT = 20 * 60_000;

/** The most tokens that one instance keeps. */
const MOST_KEPT = 200;

/**
 * Short-lived tokens of owners' GitHub Apps, each for one repository. An instance keeps them while they last, so that
 * what an agent gets as a secret and what git gets are mostly the same token, which the agent hides in its output.
 */
export class AppTokens {
  readonly #deps: AppTokenDeps;
  readonly #kept = new Map<string, InstallationToken>();

  constructor(deps: AppTokenDeps) {
    this.#deps = deps;
  }

  /** @param repository `owner/name` @throws GitHostError; BrokenSealError; AppError `unavailable` */
  async forRepository(app: GitHubApp, repository: string): Promise<InstallationToken> {
    // Another version of the App can have lost its rights, or be another App.
    const name = JSON.stringify([app.owner_id, app.version, app.updated_at, repository.toLowerCase()]);
    const kept = this.#kept.get(name);
    if (kept && kept.expiresAt.getTime() - this.#deps.now().getTime() >= LEAST_LEFT) return kept;
    const token = await this.#make(app, repository);
    this.#kept.delete(name);
    this.#kept.set(name, token);
    // A Map iterates in insertion order, so the first entry is the oldest.
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) break;
      this.#kept.delete(oldest);
    }
    return token;
  }

  async #make(app: GitHubApp, repository: string): Promise<InstallationToken> {
    const { vault, bases, fetchOfRequest, now } = this.#deps;
    const baseUrl = baseOf('github', app, bases) ?? '';
    const privateKey = await vault.open(app.owner_id, APP_PURPOSE, app.sealed);
    const { app_id: appId, installation_id: installationId } = app;
    return makeInstallationToken(
      { baseUrl, appId, privateKey, installationId, fetch: fetchOfRequest(), now },
      repository,
    );
  }
}
