import * as z from 'zod';
import { GitHostError } from '../failures.ts';
import { GitJson, type Path } from '../http/git-json.ts';
import { headersWith, rootsOf } from './api.ts';
import { AppNotInstalledError, explainToApp, failureOfApp, PERMISSIONS } from './app-failures.ts';
import { appJwt } from './app-jwt.ts';

/** A GitHub App with its key, and how to reach its server. */
export interface AppConnection {
  readonly baseUrl: string;
  readonly appId: string;
  /** Secret: only signs. */
  readonly privateKey: string;
  /** Null: that of the repository is looked up. */
  readonly installationId: string | null;
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => Date;
}

/** A token for one repository. */
export interface InstallationToken {
  readonly token: string;
  readonly expiresAt: Date;
}

const Installation = z.object({ id: z.int() });
const Made = z.object({ token: z.string().min(1).max(1_000), expires_at: z.iso.datetime({ offset: true }) });
const App = z.object({ html_url: z.url({ protocol: /^https?$/ }).max(500) });

/** Clocks that differ by less do not explain a refusal, in milliseconds. */
const LEAST_DIFFERENCE = 30_000;

/**
 * Makes a token that can clone, push and open pull requests in one repository, for one hour.
 *
 * @param repository `owner/name`
 * @throws AppNotInstalledError, which says where to install the App; GitHostError for other failures
 */
export async function makeInstallationToken(app: AppConnection, repository: string): Promise<InstallationToken> {
  const { host } = new URL(app.baseUrl);
  const clock = { ahead: 0 };
  try {
    return await made(app, repository, clock).catch((error: unknown) => {
      const isRefused = error instanceof GitHostError && error.failure === 'token_refused';
      if (!isRefused || Math.abs(clock.ahead) < LEAST_DIFFERENCE) throw error;
      // The clock of this machine is wrong, and GitHub's decides.
      return made({ ...app, now: () => new Date(app.now().getTime() + clock.ahead) }, repository, clock);
    });
  } catch (error) {
    throw error instanceof GitHostError ? failureOfApp(error, { appId: app.appId, host, repository }) : error;
  }
}

async function made(app: AppConnection, repository: string, clock: { ahead: number }): Promise<InstallationToken> {
  const [owner = '', name = ''] = repository.split('/');
  const api = apiOf(app, clock);
  const installation = app.installationId ?? (await installationOf(['repos', owner, name], app, repository, api));
  const { value } = await api.post(['app', 'installations', installation, 'access_tokens'], Made, {
    repositories: [name],
    permissions: PERMISSIONS,
  });
  return { token: value.token, expiresAt: new Date(value.expires_at) };
}

async function installationOf(of: Path, app: AppConnection, repository: string, api: GitJson): Promise<string> {
  const found = await api.find([...of, 'installation'], Installation);
  if (found) return String(found.value.id);
  // GitHub answers so for an App that it does not know, too.
  const known = await api.find(['app'], App);
  if (!known) throw new GitHostError('github', 'token_refused', 'no such App');
  const named = { appId: app.appId, host: new URL(app.baseUrl).host, repository };
  throw new AppNotInstalledError(named, `${known.value.html_url}/installations/new`);
}

function apiOf(app: AppConnection, clock: { ahead: number }): GitJson {
  const jwt = appJwt(app.appId, app.privateKey, app.now());
  const connection = { provider: 'github', baseUrl: app.baseUrl, token: jwt, fetch: app.fetch } as const;
  return new GitJson(connection, {
    root: rootsOf(app.baseUrl).rest,
    headers: headersWith(`Bearer ${jwt}`),
    explain: (response) => {
      const theirs = Date.parse(response.headers.get('date') ?? '');
      clock.ahead = Number.isNaN(theirs) ? 0 : theirs - app.now().getTime();
      return explainToApp(response);
    },
  });
}
