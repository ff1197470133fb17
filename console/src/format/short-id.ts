/** How many characters of an id are enough to be read as a whole. */
const WHOLE = 20;

/** The ends of a long id: ids that were made in the same minute differ at their end only. */
export function shortId(id: string): string {
  return id.length <= WHOLE ? id : `${id.slice(0, 6)}…${id.slice(-6)}`;
}
