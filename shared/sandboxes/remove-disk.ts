import { log } from '../log.ts';
import type { Disks } from './disks.ts';
import { isAccessError } from './launch-errors.ts';
import type { ReconcileDeps } from './perform.ts';
import type { Discard } from './sandbox.ts';

/** Deletes one disk for good. A deletion that fails keeps a sandbox from nothing else: it is tried again at the next look. */
export async function removeDisk(
  { kind, id }: Discard,
  { disks, alarm }: Pick<ReconcileDeps, 'alarm'> & { readonly disks: Pick<Disks, 'deleteVolume' | 'deleteSnapshot'> },
): Promise<'deleted' | 'absent' | 'busy'> {
  try {
    return await (kind === 'volume' ? disks.deleteVolume(id) : disks.deleteSnapshot(id));
  } catch (error) {
    // Nobody but an operator can mend a missing permission.
    if (isAccessError(error)) alarm('AccessErrors');
    log.warn('a disk was not deleted', { kind, id, error });
    return 'busy';
  }
}
