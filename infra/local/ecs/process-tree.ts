import { readFile } from 'node:fs/promises';

/**
 * The oldest child of a process that lives. That of the first process of a sandbox is its program: what lost its parent
 * comes after it. Linux only.
 */
export async function firstChildOf(pid: number): Promise<number | undefined> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const [first] = children.split(' ');
  return first ? Number(first) : undefined;
}
