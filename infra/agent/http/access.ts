import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a key is accepted, compared in constant time. */
export function isAcceptedKey(given: string | undefined, accepted: readonly string[]): boolean {
  if (given === undefined) return false;
  let found = false;
  for (const key of accepted) found = timingSafeEqual(digest(given), digest(key)) || found;
  return found;
}

/** Digests have equal lengths, as the comparison needs, and hide the lengths of the keys. */
function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
