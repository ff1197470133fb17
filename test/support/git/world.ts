import { createHash } from 'node:crypto';

/** The content of every stubbed provider: one user, repositories and open changes. */
export const ada = { id: 7, login: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' };

/** The user's organizations. The second is empty. */
export const organizations = ['acme', 'birch'];

/** All in `acme`. The last is public. */
export const repositories = ['alpha', 'beta', 'gamma', 'parser', 'parser-web', 'sparrow', 'zeta'];

/** In the organization `strangers`, which the user does not belong to. */
export const publicOfOthers = 'open';

export const branches = ['main', 'feature/1', 'feature/2', 'feature/3', 'feature/4', 'feature/5', 'fix/login'];

export const pushedAt = '2026-03-01T12:00:00Z';

export const shaOf = (name: string) => createHash('sha1').update(name).digest('hex');

export const idOf = (name: string) => [...repositories, publicOfOthers].indexOf(name) + 100;

/** The user's open changes, all in `alpha`. */
export const changes = [
  { number: 11, title: 'In conflict', problem: 'conflict' },
  { number: 12, title: 'Red', problem: 'checks' },
  { number: 13, title: 'Discussed', problem: 'comments' },
  { number: 14, title: 'Fine', problem: 'none' },
] as const;

export const issue = { number: 21, title: 'A broken link' };

/** On the default branch of each repository. */
export const directory = '.agents/rules';
export const files: Readonly<Record<string, string | Buffer>> = {
  '.agents/rules/style.md': '# Style ✓\n',
  '.agents/rules/tests.md': '# Tests\n',
  'logo.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe]),
  'large.txt': 'x'.repeat(1_100_000),
};

export const subdirectory = 'old';
export const subdirectoryOf = (path: string) => (path === '' ? subdirectory : `${path}/${subdirectory}`);

export const childrenOf = (path: string) =>
  Object.keys(files).filter((file) => (path === '' ? !file.includes('/') : file.startsWith(`${path}/`)));

export const isThere = (name: string | undefined, organization: string | undefined) =>
  (organization === 'acme' && repositories.includes(name ?? '')) ||
  (organization === 'strangers' && name === publicOfOthers);

export const isPublic = (name: string) => name === 'zeta' || name === publicOfOthers;
