import type { Json, JsonObject } from '../contract/json.ts';
import { isObject } from './sealed-json.ts';

/** A change of JSON (RFC 7396): objects are merged, null takes a field away, anything else replaces what was there. */
export function mergePatch(base: JsonObject, patch: JsonObject): JsonObject {
  const merged = new Map<string, Json>(Object.entries(base));
  for (const [name, value] of Object.entries(patch)) {
    const before = merged.get(name);
    if (value === null) merged.delete(name);
    else if (isObject(value)) merged.set(name, mergePatch(isObject(before) ? before : {}, value));
    else merged.set(name, value);
  }
  return Object.fromEntries(merged);
}
