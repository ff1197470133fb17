import * as z from 'zod';
import type { RepositoryFile } from '../git-host.ts';
import { failed, find, type GitHubApi } from './api.ts';
import { partsOf, repositoryOf } from './repositories.ts';
import { Directory, File } from './shapes.ts';

export async function filesIn(api: GitHubApi, name: string, directory: string): Promise<readonly RepositoryFile[]> {
  const found = await contents(api, Directory, name, directory);
  return (found ?? []).flatMap(({ type, name: file, path }) => (type === 'file' ? [{ name: file, path }] : []));
}

export async function readFile(api: GitHubApi, name: string, path: string): Promise<string | undefined> {
  const found = await contents(api, z.union([File, Directory]), name, path);
  if (found === undefined || !('content' in found)) return undefined;
  // Above a megabyte GitHub gives no content.
  if (found.encoding !== 'base64') throw failed(api, 'malformed_answer', 'the file is too large');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(found.content, 'base64'));
  } catch {
    throw failed(api, 'malformed_answer', 'the file is no text');
  }
}

/** GitHub answers alike for a file that is missing and for a repository that is. */
async function contents<S extends z.ZodType>(api: GitHubApi, shape: S, name: string, path: string) {
  const parts = partsOf(name);
  if (!parts) throw failed(api, 'not_found');
  const found = await find(api, shape, api.request.get('/repos/{owner}/{repo}/contents/{path}', { ...parts, path }));
  if (found === undefined && !(await repositoryOf(api, name))) throw failed(api, 'not_found');
  return found;
}
