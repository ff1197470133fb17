import { closeSync, readdirSync, readFileSync } from 'node:fs';

const CLOSED_BY_EXEC = 0o2000000;

/**
 * Closes the files that this process was started with besides its standard ones, such as a pipe of a shell: sandboxes
 * would inherit them. Node marks its own files, and those with low numbers, as closed in new programs. Linux only.
 */
export function closeInheritedFiles(): void {
  if (process.platform !== 'linux') return;
  for (const name of readdirSync('/proc/self/fd')) {
    const file = Number(name);
    if (file > 2 && isInherited(file)) closeSync(file);
  }
}

function isInherited(file: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${file}`, 'utf8'))?.[1] ?? '0';
    return (Number.parseInt(flags, 8) & CLOSED_BY_EXEC) === 0;
  } catch {
    // The listing itself is a file, which is closed by now.
    return false;
  }
}
