import { expect, it } from 'vitest';
import { archiveSaved } from '../../../../shared/domain/files/archive-saved.ts';
import { SandboxPath } from '../../../../shared/domain/files/sandbox-path.ts';
import type { SavedWorkspace } from '../../../../shared/domain/files/saved-workspace.ts';

/** A disk with a chain of directories, each in the one before. */
function chainOf(count: number, name: string): SavedWorkspace {
  const inode = (number: number) => ({ number, type: 'directory', size: 0, mode: 0o755, modifiedAt: { seconds: 0 } });
  const chain = {
    of: 'snapshot',
    find: async () => ({ kind: 'found', inode: inode(1), place: [] }),
    inode: async (number: number) => inode(number),
    entries: async ({ number }: { number: number }) => new Map(number < count ? [[name, number + 1]] : []),
  };
  return chain as unknown as SavedWorkspace;
}

const path = SandboxPath.of({ path: '/workspace' }, '/workspace');

it('refuses a folder whose paths alone are larger than an archive can be', async () => {
  const long = 'd'.repeat(1024 * 1024);

  await expect(archiveSaved(chainOf(200, long), path)).rejects.toMatchObject({ code: 'payload_too_large' });
});

it('packs directories within each other', async () => {
  const pieces: Uint8Array[] = [];
  for await (const piece of await archiveSaved(chainOf(50, 'd'), path)) pieces.push(piece);

  expect(Buffer.concat(pieces).length).toBeGreaterThan(0);
});
