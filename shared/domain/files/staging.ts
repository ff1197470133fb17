import { MOUNT } from '../sandboxes/agent/workspace-scripts.ts';

/** Where files wait to be put in place: on the disk, so that a rename suffices, beside the working directory. */
export const STAGING = '.transfers';

/** A path in the staging directory, for the agent server. */
export function staged(name: string): string {
  return `${MOUNT}/${STAGING}/${name}`;
}

/** Deletes what has not changed for a day, such as uploads that were never completed. */
export const sweepStaging = `mkdir -p -- ${STAGING}
find ${STAGING} -mindepth 1 -maxdepth 1 -mmin +1440 -exec rm -rf -- {} + 2>/dev/null || :`;
