import { posix } from 'node:path';
import type { FilesOf } from '../../../../shared/client/files.ts';
import type { ServiceClient } from '../../../../shared/client/service-client.ts';
import { idOf, isWholeId } from '../../arguments/ids.ts';
import { wrongUsage } from '../../output/failure.ts';

/** A path in a sandbox: `ID:PATH`. */
export interface Place {
  readonly sandboxId: string;
  /** Relative to the working directory, or absolute. */
  readonly path: string;
}

/** A path in a snapshot: `ID:PATH`. */
export interface SnapshotPlace {
  readonly snapshotId: string;
  readonly path: string;
}

/** Where files can be read. */
export type ReadablePlace = Place | SnapshotPlace;

export function filesOf(place: ReadablePlace): FilesOf {
  return 'snapshotId' in place ? { snapshotId: place.snapshotId } : place.sandboxId;
}

/** The parts of `ID:PATH`; undefined for a local path, which has a slash or no colon before. */
export function placeIn(text: string): Place | undefined {
  const colon = text.indexOf(':');
  if (colon < 1 || text.slice(0, colon).includes('/') || text.startsWith('.')) return undefined;
  return { sandboxId: text.slice(0, colon), path: text.slice(colon + 1) || '.' };
}

/** With the whole ID of the sandbox. @throws Failure (usage) for a text without a path in a sandbox */
export async function placeOf(text: string, client: ServiceClient): Promise<Place> {
  const place = placeIn(text) ?? (/^[\w-]{4,}$/.test(text) ? { sandboxId: text, path: '.' } : undefined);
  if (place === undefined) throw wrongUsage(`"${text}" is not a path in a sandbox.`, 'Write it as ID:PATH.');
  return wholePlace(place, client);
}

export async function wholePlace({ sandboxId, path }: Place, client: ServiceClient): Promise<Place> {
  const whole = isWholeId('sandbox', sandboxId) ? sandboxId : await idOf('sandbox', sandboxId, client);
  return { sandboxId: whole, path };
}

/** With the whole ID of the snapshot. @throws Failure (usage) for a text without a path in a snapshot */
export async function snapshotPlaceOf(text: string, client: ServiceClient): Promise<SnapshotPlace> {
  const place = placeIn(text) ?? (/^[\w-]{4,}$/.test(text) ? { sandboxId: text, path: '.' } : undefined);
  if (place === undefined) throw wrongUsage(`"${text}" is not a path in a snapshot.`, 'Write it as ID:PATH.');
  const { sandboxId: id, path } = place;
  return { snapshotId: isWholeId('snapshot', id) ? id : await idOf('snapshot', id, client), path };
}

export function nameIn(path: string): string {
  return posix.basename(posix.resolve('/', path));
}
