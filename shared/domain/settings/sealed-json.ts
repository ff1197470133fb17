import type { Json, JsonObject } from '../../contract/shapes/json.ts';
import { MASK } from '../../contract/shapes/mask.ts';
import { type Sealed, Sealed as SealedText } from '../../platform/vault.ts';
import { isObject, type Path, valueAt } from './json-path.ts';
import type { PlainTexts } from './plain-fields.ts';

/** The only field of an object that stands for a sealed text. Requests lose every field of this name. */
export const SEALED_FIELD = '$sealed';

export function sealedIn(value: Json | undefined): Sealed | undefined {
  return isSealed(value) ? SealedText.parse(value[SEALED_FIELD]) : undefined;
}

export function isSealed(value: Json | undefined): value is JsonObject {
  return isObject(value) && Object.hasOwn(value, SEALED_FIELD);
}

/** JSON with each secret text and mask replaced, or removed for undefined; sealed texts stay. */
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

/** JSON with each sealed text replaced. */
export function replaceSealed(value: Json, replace: (sealed: Sealed, path: Path) => Json): Json {
  const visit = (child: Json, path: Path): Json => {
    const sealed = sealedIn(child);
    return sealed ? replace(sealed, path) : mapChildren(child, path, visit);
  };
  return visit(value, []);
}

/** A change whose masks become the sealed texts in their places now; other masks go. */
export function restoreMasked(change: JsonObject, current: JsonObject, isPlain: PlainTexts): JsonObject {
  const restored = replaceSecretTexts(change, isPlain, (text, path) => {
    const before = valueAt(current, path);
    return text === MASK ? (isSealed(before) ? before : undefined) : text;
  });
  return isObject(restored) ? restored : {};
}

/** Every sealed text in JSON. */
export function allSealed(value: Json): Sealed[] {
  const found: Sealed[] = [];
  replaceSealed(value, (sealed) => {
    found.push(sealed);
    return null;
  });
  return found;
}

/** JSON with each child replaced. A replacement of undefined removes the child. */
function mapChildren(value: Json, path: Path, visit: (child: Json, path: Path) => Json | undefined): Json {
  if (Array.isArray(value)) return value.map((item, place) => visit(item, [...path, place])).filter(isPresent);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, child]) => [name, visit(child, [...path, name])] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

function isPresent(value: Json | undefined): value is Json {
  return value !== undefined;
}

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
