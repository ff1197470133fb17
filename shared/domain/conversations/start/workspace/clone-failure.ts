import type { Remote } from '../task/repository.ts';
import { StartFailedError } from '../task/start-failed.ts';

export interface FailedClone {
  readonly repository: string;
  readonly branch: string | null;
  readonly remote: Remote;
  /** The output of git. */
  readonly output: string;
}

/** Git's messages when its server asks for credentials. */
const REFUSED =
  /Authentication failed|could not read (Username|Password)|Invalid username|error: 40[13]|access denied/i;
const NO_BRANCH = /Remote branch .* not found|couldn't find remote ref/i;
const NOT_THERE = /not found|does not appear to be a git repository|error: 404/i;
const NO_HOST = /could not resolve host/i;
const UNREACHABLE =
  /could not resolve|failed to connect|connection (refused|reset|timed out)|timed out|error: 5\d\d|early EOF/i;

/** Whether the server, or the way to it, may be better soon. */
export function mayPass(output: string): boolean {
  return !REFUSED.test(output) && !NO_BRANCH.test(output) && UNREACHABLE.test(output);
}

/** Why a repository could not be cloned, for the person who waits for it. */
export function cloneFailure({ repository, branch, remote, output }: FailedClone): StartFailedError {
  const { provider, url, credential } = remote;
  const place = `${repository} at ${new URL(url).host}`;
  if (NO_BRANCH.test(output)) {
    return new StartFailedError(
      `The repository ${place} has no branch '${branch}'. Name one that it has, or none to begin a new one.`,
    );
  }
  if (credential === null && (REFUSED.test(output) || NOT_THERE.test(output))) {
    return new StartFailedError(
      `The repository ${place} does not exist or is private. Check its name, or add a ${provider} token to your settings and start again.`,
    );
  }
  if (REFUSED.test(output)) {
    return new StartFailedError(
      `${new URL(url).host} refused your ${provider} token for the repository ${repository}. Renew the token in your settings, give it access to the repository, and start again.`,
    );
  }
  if (NOT_THERE.test(output)) {
    return new StartFailedError(
      `The repository ${place} was not found with your ${provider} token. Check its name, and that the token has access to it.`,
    );
  }
  const said = { text: output, keep: 'end' } as const;
  if (NO_HOST.test(output))
    return new StartFailedError(
      `${new URL(url).host} could not be reached to clone ${repository}: no such host was found. Correct the host of your ${provider} token if it is wrong, or start again in a while.`,
    );
  if (UNREACHABLE.test(output))
    return new StartFailedError(
      `${new URL(url).host} could not be reached to clone ${repository}. Start again in a while. git said:`,
      said,
    );
  return new StartFailedError(`The repository ${place} could not be cloned. git said:`, said);
}
