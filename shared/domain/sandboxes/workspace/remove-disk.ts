import { log } from '../../../platform/log.ts';
import type { Disks } from '../record/disks.ts';
import { isAccessError, type OperatorAlarm } from '../record/failures.ts';
import type { Discard } from '../record/sandbox.ts';

export interface RemoveDeps {
  readonly disks: Pick<Disks, 'deleteVolume' | 'deleteSnapshot'>;
  readonly alarm: OperatorAlarm;
}

/** Deletes one disk permanently. A failure is not fatal: the next check tries again. */
export async function removeDisk(
  { kind, id }: Discard,
  { disks, alarm }: RemoveDeps,
): Promise<'deleted' | 'absent' | 'busy'> {
  try {
    return await (kind === 'volume' ? disks.deleteVolume(id) : disks.deleteSnapshot(id));
  } catch (error) {
    // Only an operator can repair a missing permission.
    if (isAccessError(error)) alarm('AccessErrors');
    log.warn('volume or snapshot was not deleted', { kind, id, error });
    return 'busy';
  }
}
