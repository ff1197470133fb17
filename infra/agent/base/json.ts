/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a document nests deeper than `limit`. Not recursive, so that no document overflows the stack. */
export function isDeeperThan(document: unknown, limit: number): boolean {
  const open: [unknown, number][] = [[document, 0]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= limit) return true;
    for (const child of Object.values(value)) {
      if (typeof child === 'object') open.push([child, depth + 1]);
    }
  }
  return false;
}
