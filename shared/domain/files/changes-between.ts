import { corrupt } from '../../platform/ext4/ext4-error.ts';
import type { FileTime, Inode } from '../../platform/ext4/inode.ts';
import type { Place, SavedWorkspace } from './saved-workspace.ts';

/** A file, directory or link that two saved workspaces do not have in common. */
export interface Change {
  readonly place: Place;
  readonly change: 'added' | 'modified' | 'deleted';
  /** Null if it was added. */
  readonly before: Inode | null;
  /** Null if it was deleted. */
  readonly after: Inode | null;
}

/** One step of the comparison: a path that either workspace has, with its changes, if it has any. */
export interface Step {
  readonly place: Place;
  /** Two if something of another type took its place: it was deleted and added. */
  readonly changes: readonly Change[];
}

/** Below the disk. What is deeper has no path that a program could open, and is left out. */
const MAX_PATH_BYTES = 4_000;

/** Files of one size are compared by their content up to here; larger ones by their time. */
const MAX_COMPARED_BYTES = 1024 * 1024;

/**
 * What changed from one saved workspace to another, in the order of the bytes of the names on the way. A directory that
 * was added or deleted is followed by everything in it. Directories are never `modified`, and a file is only if its
 * content or permissions are others: a program can set its time alone.
 *
 * @param from the last step that was seen; empty for all @throws as `SavedWorkspace`
 */
export async function* changesBetween(
  before: SavedWorkspace,
  after: SavedWorkspace,
  from: Place = [],
): AsyncGenerator<Step> {
  const [one, other] = await Promise.all([rootOf(before), rootOf(after)]);
  const seen = { before: new Set<number>(), after: new Set<number>() };
  yield* changesIn({ before, after, seen }, { place: [], before: one, after: other }, from);
}

interface Workspaces {
  readonly before: SavedWorkspace;
  readonly after: SavedWorkspace;
  /** The directories that were entered. */
  readonly seen: { readonly before: Set<number>; readonly after: Set<number> };
}

interface Pair {
  readonly place: Place;
  readonly before: Inode | null;
  readonly after: Inode | null;
}

/** Each directory is entered once, so it ends also in a disk whose directories contain each other. */
async function* changesIn(workspaces: Workspaces, { place, before, after }: Pair, from: Place): AsyncGenerator<Step> {
  enter(workspaces.seen.before, before);
  enter(workspaces.seen.after, after);
  const [old, current] = await Promise.all([entriesOf(workspaces.before, before), entriesOf(workspaces.after, after)]);
  const names = [...new Set([...old.keys(), ...current.keys()])].sort();
  const [first] = from;
  for (const name of names) {
    if (first !== undefined && name < first) continue;
    if (place.join('/').length + name.length >= MAX_PATH_BYTES) continue;
    const pair: Pair = {
      place: [...place, name],
      before: await inodeOf(workspaces.before, old.get(name)),
      after: await inodeOf(workspaces.after, current.get(name)),
    };
    // What was seen before is not repeated, but what is below it can be new.
    const isSeen = name === first;
    if (!isSeen) yield { place: pair.place, changes: await changesOf(workspaces, pair) };
    yield* changesIn(workspaces, pair, isSeen ? from.slice(1) : []);
  }
}

/** A directory has one name. @throws Ext4Error */
export function enter(seen: Set<number>, inode: Inode | null): void {
  if (inode?.type !== 'directory') return;
  if (seen.has(inode.number)) throw corrupt(`directory ${inode.number} has several names`);
  seen.add(inode.number);
}

async function changesOf(workspaces: Workspaces, { place, before, after }: Pair): Promise<readonly Change[]> {
  if (before === null && after !== null) return [{ place, change: 'added', before, after }];
  if (before !== null && after === null) return [{ place, change: 'deleted', before, after }];
  if (before === null || after === null) return [];
  if (before.type !== after.type) {
    return [
      { place, change: 'deleted', before, after: null },
      { place, change: 'added', before: null, after },
    ];
  }
  return (await isSame(workspaces, before, after)) ? [] : [{ place, change: 'modified', before, after }];
}

async function isSame(workspaces: Workspaces, before: Inode, after: Inode): Promise<boolean> {
  if (before.type === 'directory') return true;
  // Nothing of an inode changes without its change time.
  const isUntouched = before.number === after.number && before.generation === after.generation;
  if (isUntouched && isEqual(before.changedAt, after.changedAt)) return true;
  if (before.mode !== after.mode || before.size !== after.size) return false;
  if (before.type === 'symlink') {
    return (await workspaces.before.target(before)) === (await workspaces.after.target(after));
  }
  if (before.type !== 'file') return true;
  if (before.size > MAX_COMPARED_BYTES) return isEqual(before.modifiedAt, after.modifiedAt);
  const [one, other] = await Promise.all([whole(workspaces.before, before), whole(workspaces.after, after)]);
  return one.equals(other);
}

function isEqual(one: FileTime, other: FileTime): boolean {
  return one.seconds === other.seconds && one.nanoseconds === other.nanoseconds;
}

async function whole(workspace: SavedWorkspace, file: Inode): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of workspace.content(file, 0, file.size)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function rootOf(workspace: SavedWorkspace): Promise<Inode | null> {
  const found = await workspace.follow([]);
  return found.kind === 'found' ? found.inode : null;
}

async function inodeOf(workspace: SavedWorkspace, number: number | undefined): Promise<Inode | null> {
  return number === undefined ? null : workspace.inode(number);
}

async function entriesOf(workspace: SavedWorkspace, inode: Inode | null): Promise<ReadonlyMap<string, number>> {
  return inode?.type === 'directory' ? workspace.entries(inode) : new Map();
}
