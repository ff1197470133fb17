import { type Explanation, type GitFailure, GitHostError, isSpent } from '../failures.ts';

/** What the errors of an App name. */
interface Named {
  readonly appId: string;
  readonly host: string;
  readonly repository: string;
}

/** The permissions of tokens: what clones, pushes and pull requests need. */
export const PERMISSIONS = { contents: 'write', pull_requests: 'write', metadata: 'read' } as const;

/** What GitHub's texts mean. They are not repeated, as they can contain what was sent. */
const SUSPENDED = 'suspended';
const UNGRANTED = 'ungranted';
const OTHER_REPOSITORY = 'other repository';

/** The App is not installed where a repository is. */
export class AppNotInstalledError extends GitHostError {
  /** @param installUrl null if GitHub does not tell it */
  constructor({ appId, host, repository }: Named, installUrl: string | null) {
    const where = installUrl ?? `the page of the App at ${host}`;
    const what = `Your GitHub App ${appId} is not installed for the repository ${repository}`;
    super('github', 'scope_missing', `${what}. Install it at ${where}, or add the repository to its installation.`);
    this.name = 'AppNotInstalledError';
  }
}

/** The meaning of an unsuccessful response to an App. */
export async function explainToApp(response: Response): Promise<Explanation | undefined> {
  const { status, headers } = response;
  if (status !== 403 && status !== 422) return undefined;
  if (status === 403 && isSpent(headers)) return undefined;
  const text = await response.text().catch(() => '');
  if (/rate limit/i.test(text)) return { failure: 'rate_limited' };
  if (/suspended/i.test(text)) return { failure: 'scope_missing', words: SUSPENDED };
  if (status === 422 && /repositor/i.test(text)) return { failure: 'not_found', words: OTHER_REPOSITORY };
  return { failure: 'scope_missing', words: UNGRANTED };
}

/** The error in words about the App instead of a token. */
export function failureOfApp(error: GitHostError, named: Named): GitHostError {
  if (error instanceof AppNotInstalledError) return error;
  const message = sentence(error, named);
  return message === undefined ? error : new GitHostError('github', error.failure, message, error.retryAfterSeconds);
}

/** @returns undefined where the general sentence says it */
function sentence({ failure, message, retryAfterSeconds }: GitHostError, named: Named): string | undefined {
  const { appId, host, repository } = named;
  const texts: Partial<Record<GitFailure, string>> = {
    token_refused: `${host} refused the private key of your GitHub App ${appId}. Check the App ID, or make a new key on the page of the App and save it in your settings.`,
    not_found: `The installation of your GitHub App ${appId} cannot access the repository ${repository}. Add the repository to it at ${host}.`,
    scope_missing: message.includes(SUSPENDED)
      ? `The installation of your GitHub App ${appId} for ${repository} is suspended. Unsuspend it at ${host}.`
      : `Your GitHub App ${appId} lacks a permission at ${host}. It needs Contents and Pull requests, both to read and write. Change them on the page of the App, and accept the change in its installation.`,
    rate_limited: `Your GitHub App ${appId} has reached its rate limit at ${host}. Try again ${when(retryAfterSeconds)}.`,
  };
  return texts[failure];
}

function when(seconds: number | undefined): string {
  return seconds === undefined ? 'later' : `in ${seconds} seconds`;
}
