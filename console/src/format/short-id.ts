/** IDs up to this length are shown whole. */
const WHOLE = 20;

/** The ends of a long ID. IDs created in the same minute differ only at their end. */
export function shortId(id: string): string {
  return id.length <= WHOLE ? id : `${id.slice(0, 6)}…${id.slice(-6)}`;
}
