import { execFileSync, spawnSync } from 'node:child_process';
import { describe } from 'vitest';

/** The programs that make real images. The service and its other tests run without them. */
const missing = ['mkfs.ext4', 'e2fsck', 'debugfs'].filter((name) => spawnSync(name, ['-V']).error !== undefined);

/** A suite that needs e2fsprogs, and says so when it is skipped. */
export function describeWithE2fsprogs(name: string, tests: () => void): void {
  const isMissing = missing.length > 0;
  describe.skipIf(isMissing)(isMissing ? `${name} (needs e2fsprogs: ${missing.join(', ')})` : name, tests);
}

/** Makes an image with the files of a directory. */
export function makeImage(image: string, tree: string, options: readonly string[], size: string): void {
  execFileSync('mkfs.ext4', ['-q', '-F', '-d', tree, ...options, image, size], { stdio: 'pipe' });
}

/** Rebuilds directories as hash trees. */
export function indexDirectories(image: string): void {
  // Status 1 says that it changed what it was asked to change.
  const { status, stdout } = spawnSync('e2fsck', ['-fyD', image], { encoding: 'utf8' });
  if (status !== 0 && status !== 1) throw new Error(`e2fsck ended with ${status}: ${stdout}`);
}

/** Runs commands that change an image. */
export function debug(image: string, commands: readonly string[]): string {
  const { stdout, stderr } = spawnSync('debugfs', ['-w', '-f', '-', image], {
    encoding: 'utf8',
    input: `${commands.join('\n')}\n`,
  });
  return stdout + stderr;
}
