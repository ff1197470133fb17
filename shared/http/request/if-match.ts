/** So many names of `If-Match` are compared; each is a part of a condition, which DynamoDB bounds. */
const MAX_REVISIONS = 20;

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

/** The names in a header that lists some. */
export function tagsIn(header: string): readonly string[] {
  return header.match(/(?:W\/)?"[^"]*"/g) ?? [];
}
