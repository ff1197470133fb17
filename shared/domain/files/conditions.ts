/** Whether a list of entity tags has this one, or is `*`. Weak tags compare as strong ones: files have one form. */
export function isListed(header: string, etag: string): boolean {
  if (header.trim() === '*') return true;
  const tags: readonly string[] = header.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => strong(tag) === strong(etag));
}

function strong(tag: string): string {
  return tag.replace(/^W\//, '');
}

/**
 * A range of at most `most` bytes for the agent server; undefined for the whole file. Several ranges, and units other
 * than bytes, count as no range (RFC 9110, 14.2).
 */
export function boundedRange(header: string | undefined, most: number): string | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') return `bytes=-${last}`;
  const start = Number(first);
  const end = last === '' ? Number.POSITIVE_INFINITY : Number(last);
  if (end < start) return undefined;
  return `bytes=${start}-${Math.min(end, start + most - 1)}`;
}
