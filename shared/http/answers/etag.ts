import { createHash } from 'node:crypto';

/** API Gateway compresses answers from this size on, for clients that take it. */
export const COMPRESSED_BYTES = 64 * 1024;

/** Half of a SHA-256: no two answers of one address have the same. */
const TAG_CHARACTERS = 32;

/** So many names of `If-Match` are compared; each is a part of a condition, which DynamoDB bounds. */
const MAX_REVISIONS = 20;

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

/** Whether the client has this answer already, by `If-None-Match`: the comparison is the weak one (RFC 9110, 13.1.2). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === '*' || tagsIn(ifNoneMatch).some((tag) => strong(tag) === strong(etag));
}

/**
 * The revisions that a client may have seen, by `If-Match`; undefined where it sets no condition. Weak names fit
 * nothing (RFC 9110, 13.1.1), nor do those of other services: then the list is empty, and no state fits.
 */
export function revisionsIn(ifMatch: string | undefined): readonly number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  return tagsIn(ifMatch)
    .flatMap((tag) => {
      const revision = /^"(\d{1,15})-[0-9a-f]+"$/.exec(tag)?.[1];
      return revision === undefined ? [] : [Number(revision)];
    })
    .slice(0, MAX_REVISIONS);
}

function tagsIn(header: string): readonly string[] {
  return header.match(/(?:W\/)?"[^"]*"/g) ?? [];
}

function strong(tag: string): string {
  return tag.replace(/^W\//, '');
}
