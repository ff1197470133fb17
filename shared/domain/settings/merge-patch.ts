import type { Json, JsonObject } from '../../contract/shapes/json.ts';
import { isObject } from './json-path.ts';
import { isSealed } from './sealed-json.ts';

/** A change of JSON (RFC 7396). A sealed text counts as a text, not as an object. */
export function mergePatch(base: JsonObject, patch: JsonObject): JsonObject {
  const merged = new Map<string, Json>(Object.entries(base));
  for (const [name, value] of Object.entries(patch)) {
    const before = merged.get(name);
    if (value === null) merged.delete(name);
    else if (isObject(value) && !isSealed(value))
      merged.set(name, mergePatch(isObject(before) && !isSealed(before) ? before : {}, value));
    else merged.set(name, value);
  }
  return Object.fromEntries(merged);
}
