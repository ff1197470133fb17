import type { Json, JsonObject } from '../contract/json.ts';
import { type Sealed, Sealed as SealedText } from '../vault/vault.ts';

/** What stands for a secret in an answer. Sent back in its place, it means the secret that is stored. */
export const MASK = '**********';

/** Under this name alone a sealed text stands in JSON. Nobody may send it. */
export const SEALED_FIELD = '$sealed';

/** Names of fields whose text is a secret, as the settings of agents and models use them. `max_tokens` and its like are none. */
const SECRET_NAME =
  /(^|[_-])(api_?key|access_key_id|secret|secret_access_key|secret_key|token|password|private_key|authorization)$/i;

/** In what is called so, every text is a secret. */
const SECRET_MAPS: ReadonlySet<string> = new Set(['env', 'headers', 'extra_headers']);

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function sealedIn(value: Json | undefined): Sealed | undefined {
  return isObject(value) && SEALED_FIELD in value ? SealedText.parse(value[SEALED_FIELD]) : undefined;
}

/** Whether the text of field `path.at(-1)` is a secret. */
export function isSecretField(path: readonly string[]): boolean {
  const [name = '', parent = '', grandparent = ''] = path.toReversed();
  const isCredential = name === 'value' && parent === 'auth';
  return (
    isCredential ||
    SECRET_NAME.test(name) ||
    SECRET_MAPS.has(parent) ||
    (parent === 'auth' && SECRET_MAPS.has(grandparent))
  );
}

type Visit = (text: string, path: readonly string[]) => Json | undefined;

/** JSON with each secret text replaced; what is replaced by undefined goes. */
export function replaceSecretTexts(value: Json, replace: Visit, path: readonly string[] = []): Json {
  if (Array.isArray(value)) return value.map((item) => replaceSecretTexts(item, replace, path));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([name, child]): [string, Json][] => {
    const at = [...path, name];
    const next =
      typeof child === 'string' && isSecretField(at) ? replace(child, at) : replaceSecretTexts(child, replace, at);
    return next === undefined ? [] : [[name, next]];
  });
  return Object.fromEntries(entries);
}

/** JSON with everything that is sealed in it replaced. */
export function replaceSealed(value: Json, replace: (sealed: Sealed) => Json): Json {
  if (Array.isArray(value)) return value.map((item) => replaceSealed(item, replace));
  if (!isObject(value)) return value;
  const sealed = sealedIn(value);
  if (sealed) return replace(sealed);
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, replaceSealed(child, replace)]));
}

/** Everything that is sealed in it. */
export function allSealed(value: Json): Sealed[] {
  const found: Sealed[] = [];
  replaceSealed(value, (sealed) => {
    found.push(sealed);
    return null;
  });
  return found;
}
