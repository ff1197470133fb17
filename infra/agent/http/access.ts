import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a caller's key is one of the accepted ones, in a time that tells nothing about them. */
export function isAcceptedKey(given: string | undefined, accepted: readonly string[]): boolean {
  if (given === undefined) return false;
  let found = false;
  for (const key of accepted) found = timingSafeEqual(digest(given), digest(key)) || found;
  return found;
}

/** Digests have one length, which the comparison needs and which hides the length of the keys. */
function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
