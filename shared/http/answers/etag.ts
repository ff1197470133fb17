import { createHash } from 'node:crypto';
import { tagsIn } from '../request/if-match.ts';

/** API Gateway compresses answers from this size on, for clients that take it. */
export const COMPRESSED_BYTES = 64 * 1024;

/** Half of a SHA-256: no two answers of one address have the same. */
const TAG_CHARACTERS = 32;

/**
 * Names this very answer. An answer that may go out compressed has a weak name, as its bytes may differ.
 *
 * @param revision names the state that changes depend on (`If-Match`), which other parts of the answer do not touch
 */
export function etagOf(body: string, revision?: number): string {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, TAG_CHARACTERS);
  if (revision !== undefined) return `"${revision}-${hash}"`;
  return Buffer.byteLength(body) >= COMPRESSED_BYTES ? `W/"${hash}"` : `"${hash}"`;
}

/** Whether the client has this answer already. The comparison is the weak one (RFC 9110, 13.1.2). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === '*' || tagsIn(ifNoneMatch).some((tag) => strong(tag) === strong(etag));
}

function strong(tag: string): string {
  return tag.replace(/^W\//, '');
}
