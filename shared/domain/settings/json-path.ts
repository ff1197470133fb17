import type { Json, JsonObject } from '../../contract/shapes/json.ts';

/** Where a value stands in JSON: the names of fields, and the places in lists. */
export type Path = readonly (string | number)[];

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path. A name never reads a place of a list, nor a place a field. */
export function valueAt(value: Json | undefined, path: Path): Json | undefined {
  return path.reduce<Json | undefined>((inner, step) => {
    if (typeof step === 'number') return Array.isArray(inner) ? inner[step] : undefined;
    return isObject(inner) && Object.hasOwn(inner, step) ? inner[step] : undefined;
  }, value);
}
