/** Without flags, which OpenAPI patterns do not support. */
export const UUID = /^[0-9A-Fa-f]{8}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{12}$/;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** The stored form of an id: UUIDs without dashes in lower case, other ids unchanged. */
export function canonicalId(text: string): string {
  return isUuid(text) ? text.replaceAll('-', '').toLowerCase() : text;
}

/** Whether an id contains this part, in upper or lower case. */
export function hasPart(id: string, part: string): boolean {
  return id.toLowerCase().includes(part.toLowerCase());
}

/** The dashed form of a 32-character hex id, which agent servers use. */
export function dashed(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
