import { Repository } from '../../contract/shapes/repository.ts';
import { NotFoundError } from '../../platform/errors.ts';
import type { OwnerHost } from './owner-hosts.ts';

/** A file with instructions for agents. */
interface Microagent {
  readonly name: string;
  readonly path: string;
}

/** The rules file of the editor Cursor, which agents also follow. */
const RULES = '.cursorrules';

/** Repositories with these names have the instructions for an organization. */
const OF_ORGANIZATIONS = ['.openhands', 'openhands-config'];

export function directoryOf(repository: string): string {
  const name = repository.split('/').at(-1) ?? '';
  return OF_ORGANIZATIONS.includes(name) ? 'microagents' : '.openhands/microagents';
}

export async function microagentsOf(host: OwnerHost, repository: string): Promise<readonly Microagent[]> {
  const [root, files] = await Promise.all([
    host.filesIn(repository, ''),
    host.filesIn(repository, directoryOf(repository)),
  ]);
  const rules = root.filter(({ name }) => name === RULES).map(({ path }) => ({ name: 'cursorrules', path }));
  const found = files
    .filter(({ name }) => /\.md$/i.test(name) && name.toLowerCase() !== 'readme.md')
    .map(({ name, path }) => ({ name: name.replace(/\.md$/i, ''), path }));
  return [...rules, ...found];
}

/** Whether a path is that of a microagent. The service reads no other file of a repository. */
export function isMicroagent(repository: string, path: string): boolean {
  if (path === RULES) return true;
  const rest = path.startsWith(`${directoryOf(repository)}/`) ? path.slice(directoryOf(repository).length + 1) : '';
  return /^[^/\\\p{C}]+\.md$/iu.test(rest);
}

/** The text without its front matter, and the triggers from the front matter. */
export function readMicroagent(text: string): { readonly content: string; readonly triggers: readonly string[] } {
  const [, head = '', body = text] = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)([\s\S]*)$/.exec(text) ?? [];
  const lines = /^triggers:[ \t]*\r?\n((?:[ \t]*-[ \t]+.+(?:\r?\n|$))+)/m.exec(head)?.[1];
  const inLine = /^triggers:[ \t]*\[(.*)\][ \t]*$/m.exec(head)?.[1];
  const words = lines?.split(/\r?\n/).map((line) => line.replace(/^[ \t]*-[ \t]+/, '')) ?? inLine?.split(',') ?? [];
  const triggers = words.map((word) => word.trim().replace(/^(["'])(.*)\1$/, '$2')).filter((word) => word !== '');
  return { content: body.trim(), triggers };
}

/** The repository from two path parameters. Nested groups have encoded slashes. @throws NotFoundError */
export function repositoryIn({ owner, repo }: { readonly owner: string; readonly repo: string }): string {
  const { data: name } = Repository.safeParse(`${owner}/${repo}`);
  if (name === undefined) throw new NotFoundError('Repository', `${owner}/${repo}`);
  return name;
}
