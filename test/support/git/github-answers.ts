import examples from './github-examples.json' with { type: 'json' };

/** GitHub responses based on the examples of its published API description (`source` in the file). */
const { answers } = examples;

/** A field that the API description does not know is an error in the test. */
type Changes<T> = { readonly [K in keyof T]?: unknown };

function like<T extends object>(example: T, changes: Changes<T>): T {
  return { ...example, ...changes } as T;
}

export interface RepositoryOptions {
  readonly full_name: string;
  readonly isPrivate?: boolean;
  readonly pushed_at?: string;
  readonly stars?: number;
}

const [someRepository] = answers.repositories;

function ownerOf(full_name: string) {
  const [login] = full_name.split('/');
  return { ...someRepository?.owner, login, type: login === 'acme' ? 'Organization' : 'User' };
}

/** Stable for a name. */
function idOf(text: string): number {
  return [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_000_007, 7);
}

function changesFor({
  full_name,
  isPrivate = false,
  pushed_at = '2026-01-01T00:00:00Z',
  stars = 1,
}: RepositoryOptions) {
  const name = full_name.split('/')[1];
  return {
    id: idOf(full_name),
    name,
    full_name,
    owner: ownerOf(full_name),
    private: isPrivate,
    pushed_at,
    stargazers_count: stars,
    default_branch: 'main',
  };
}

export function aRepository(options: RepositoryOptions) {
  if (!someRepository) throw new Error('the description has no example of a repository');
  return like(someRepository, changesFor(options));
}

export function aFullRepository(options: RepositoryOptions) {
  return like(answers.repository, changesFor(options));
}

export function aFoundRepository(options: RepositoryOptions) {
  const [found] = answers.foundRepositories.items;
  if (!found) throw new Error('the description has no example of a search');
  return like(found, changesFor(options));
}

export function aBranch(name: string, isProtected = false) {
  const [branch] = answers.branches;
  if (!branch) throw new Error('the description has no example of a branch');
  return like(branch, { name, protected: isProtected });
}

export function aUser(login: string) {
  return like(answers.user, { login });
}

export function anOrganization(login: string) {
  const [organization] = answers.organizations;
  if (!organization) throw new Error('the description has no example of an organization');
  return like(organization, { login });
}

export function anInstallation(id: number) {
  const [installation] = answers.installations.installations;
  if (!installation) throw new Error('the description has no example of an installation');
  return like(installation, { id });
}

export function anEntry(path: string) {
  const [entry] = answers.directory;
  if (!entry) throw new Error('the description has no example of a directory');
  return like(entry, { path, name: path.split('/').at(-1), type: 'file' });
}

export function aFile(path: string, content: string) {
  const encoded = Buffer.from(content).toString('base64').replaceAll(/.{60}/g, '$&\n');
  return like(answers.file, { path, name: path.split('/').at(-1), content: encoded, encoding: 'base64' });
}
