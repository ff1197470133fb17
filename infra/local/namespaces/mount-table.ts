import { readFile } from 'node:fs/promises';

/** What is mounted on this machine. */
export interface MountPoint {
  readonly path: string;
  readonly noExec: boolean;
}

export async function mountTable(): Promise<readonly MountPoint[]> {
  return parseMountTable(await readFile('/proc/self/mountinfo', 'utf8'));
}

/** @param text as in `/proc/self/mountinfo` */
function parseMountTable(text: string): MountPoint[] {
  return text.split('\n').flatMap((line) => {
    const [, , , , path, options = ''] = line.split(' ');
    if (path === undefined) return [];
    return [{ path: unescaped(path), noExec: options.split(',').includes('noexec') }];
  });
}

/** The mount that a path without links lies in. */
export function mountOf(path: string, table: readonly MountPoint[]): MountPoint | undefined {
  const around = table.filter((mount) => isIn(path, mount.path));
  // Of two at one place, the later one covers the other.
  return around.reduce<MountPoint | undefined>(
    (best, mount) => (best === undefined || mount.path.length >= best.path.length ? mount : best),
    undefined,
  );
}

/** What is mounted somewhere below a path. */
export function mountsBelow(path: string, table: readonly MountPoint[]): MountPoint[] {
  return table.filter((mount) => mount.path !== path && isIn(mount.path, path));
}

function isIn(path: string, folder: string): boolean {
  return folder === '/' || path === folder || path.startsWith(`${folder}/`);
}

/** Blanks and backslashes stand in octal digits. */
function unescaped(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}
