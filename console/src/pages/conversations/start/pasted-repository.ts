import { given } from '../../../api/search-params.ts';
import type { GitProvider } from '../../../api/shapes.ts';
import type { StartDraft } from './start-draft.ts';

/** The public servers by their host names. */
const publicHosts: Readonly<Record<string, GitProvider>> = {
  'github.com': 'github',
  'gitlab.com': 'gitlab',
  'bitbucket.org': 'bitbucket',
  'codeberg.org': 'forgejo',
};

/** The path after a repository in the URL of one of its branches. */
const branchPaths = ['/-/tree/', '/tree/', '/src/branch/'];

/**
 * Parses a pasted URL, such as `https://github.com/acme/shop` or `git@github.com:acme/shop.git`.
 *
 * @returns undefined for anything else
 */
export function pastedRepository(text: string): Partial<StartDraft> | undefined {
  const [, host, rest] = /^(?:https?:\/\/|ssh:\/\/git@|git@)([^/:\s]+)(?::\d+)?[/:](\S+?)\/?$/.exec(text.trim()) ?? [];
  if (host === undefined || rest === undefined) return undefined;
  const path = rest.replace(/[?#].*$/, '');
  const mark = branchPaths.find((one) => path.includes(one));
  const [name = '', branch] = mark === undefined ? [path] : path.split(mark);
  const provider = publicHosts[host.toLowerCase().replace(/^www\./, '')];
  return given({ repository: name.replace(/\.git$/, ''), branch, provider });
}
