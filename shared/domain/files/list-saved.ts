import type { Inode } from '../../platform/ext4/inode.ts';
import { type Entry, type Listing, timeOf } from './list-directory.ts';
import type { SandboxPath } from './sandbox-path.ts';
import { notFound, type Place, reading, type SavedWorkspace } from './saved-workspace.ts';

interface Page {
  readonly limit: number;
  /** The name of the last entry of the page before. */
  readonly after: Buffer | null;
}

/** Lists a directory as `listDirectory` does. @throws AppError */
export function listSaved(workspace: SavedWorkspace, path: SandboxPath, page: Page): Promise<Listing> {
  return reading(list(workspace, path, page), workspace.of);
}

async function list(workspace: SavedWorkspace, path: SandboxPath, { limit, after }: Page): Promise<Listing> {
  const found = await workspace.find(path, false);
  if (found.kind !== 'found') throw notFound(found, path.text, workspace.of);
  const entry = await entryOf(workspace, found.inode, path, found.place);
  const directory = found.inode.type === 'symlink' ? await workspace.follow(found.place) : found;
  if (directory.kind !== 'found' || directory.inode.type !== 'directory') return { entry, items: [], next: null };
  const from = after === null ? '' : `${after.toString('latin1')}/`;
  const names = [...(await workspace.entries(directory.inode))]
    .filter(([name]) => from === '' || `${name}/` > from)
    .sort(([one], [other]) => (`${one}/` < `${other}/` ? -1 : 1));
  const items: Entry[] = [];
  for (const [name, number] of names.slice(0, limit)) {
    const child = path.child(Buffer.from(name, 'latin1'));
    items.push(await entryOf(workspace, await workspace.inode(number), child, [...directory.place, name]));
  }
  const last = names[limit - 1]?.[0];
  return { entry, items, next: names.length > limit && last !== undefined ? Buffer.from(last, 'latin1') : null };
}

async function entryOf(workspace: SavedWorkspace, inode: Inode, path: SandboxPath, place: Place): Promise<Entry> {
  const { type, size, mode, modifiedAt } = inode;
  const isLink = type === 'symlink';
  const followed = isLink ? await workspace.follow(place) : undefined;
  return {
    name: path.name.toString('utf8') || '/',
    path: path.text,
    path_base64: path.isText ? null : path.bytes.toString('base64url'),
    type,
    size,
    mode: mode.toString(8).padStart(4, '0'),
    modified_at: timeOf(modifiedAt.seconds + modifiedAt.nanoseconds / 1e9),
    target: isLink ? Buffer.from(await workspace.target(inode), 'latin1').toString('utf8') : null,
    target_type: followed?.kind === 'found' ? followed.inode.type : null,
  };
}
