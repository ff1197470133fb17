import type { Json, JsonObject } from '../../contract/shapes/json.ts';
import { MASK } from '../../contract/shapes/mask.ts';
import { type Sealed, Sealed as SealedText } from '../../platform/vault.ts';
import { isObject, type Path, valueAt } from './json-path.ts';
import type { PlainTexts } from './plain-fields.ts';

/** The only field of an object for a sealed text. This field is removed from requests. */
export const SEALED_FIELD = '$sealed';

export function sealedIn(value: Json | undefined): Sealed | undefined {
  return isSealed(value) ? SealedText.parse(value[SEALED_FIELD]) : undefined;
}

export function isSealed(value: Json | undefined): value is JsonObject {
  return isObject(value) && Object.hasOwn(value, SEALED_FIELD);
}

/** Replaces each secret text and mask in JSON. Undefined removes it. Sealed texts stay. */
export function replaceSecretTexts(
  value: Json,
  isPlain: PlainTexts,
  replace: (text: string, path: Path) => Json | undefined,
): Json {
  const visit = (child: Json, path: Path): Json | undefined => {
    if (typeof child === 'string') return child !== MASK && isPlain(path, child) ? child : replace(child, path);
    return isSealed(child) ? child : mapChildren(child, path, visit);
  };
  return visit(value, []) ?? null;
}

/** Replaces each sealed text in JSON. */
export function replaceSealed(value: Json, replace: (sealed: Sealed, path: Path) => Json): Json {
  const visit = (child: Json, path: Path): Json => {
    const sealed = sealedIn(child);
    return sealed ? replace(sealed, path) : mapChildren(child, path, visit);
  };
  return visit(value, []);
}

/** Replaces each mask in a change by the sealed text at its path, and removes other masks. */
export function restoreMasked(change: JsonObject, current: JsonObject, isPlain: PlainTexts): JsonObject {
  const restored = replaceSecretTexts(change, isPlain, (text, path) => {
    const before = valueAt(current, path);
    return text === MASK ? (isSealed(before) ? before : undefined) : text;
  });
  return isObject(restored) ? restored : {};
}

/** All sealed texts in JSON. */
export function allSealed(value: Json): Sealed[] {
  const found: Sealed[] = [];
  replaceSealed(value, (sealed) => {
    found.push(sealed);
    return null;
  });
  return found;
}

/** Replaces each child in JSON. Undefined removes it. */
function mapChildren(value: Json, path: Path, visit: (child: Json, path: Path) => Json | undefined): Json {
  if (Array.isArray(value))
    return value.map((item, place) => visit(item, [...path, place])).filter((item) => item !== undefined);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, child]) => [name, visit(child, [...path, name])] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

/** Merges a patch into JSON (RFC 7396). A sealed text counts as a text, not as an object. */
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
