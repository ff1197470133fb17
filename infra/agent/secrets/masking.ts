import { isObject, type JsonObject } from '../base/json.ts';

export const mask = '**********';

/** Fields whose every string is taken for a secret, also a tool server's arguments: keys often travel there. */
const secretField =
  /^(env|args|auth|headers|extra_headers|secrets|cookies?)$|(api[_-]?key|access[_-]?key|access_key_id|private[_-]?key|secret|token|password|credentials?|authorization)$/i;
/** What a secret's own description may keep inside such a field. */
const plainField = /^(kind|description)$/;

/** A copy of a document that may be shown and stored: its structure, with every secret masked. */
export function withoutSecrets(document: JsonObject): JsonObject {
  return maskFields(document, false);
}

/** Named secrets with nothing left but their names and kinds. */
export function maskedSecrets(secrets: JsonObject): JsonObject {
  return maskFields(secrets, true);
}

function maskFields(document: JsonObject, isSecret: boolean): JsonObject {
  return Object.fromEntries(
    Object.entries(document).map(([name, value]) => {
      return [name, maskValue(value, (isSecret && !plainField.test(name)) || secretField.test(name))];
    }),
  );
}

function maskValue(value: unknown, isSecret: boolean): unknown {
  if (typeof value === 'string') return isSecret && value !== '' ? mask : withoutUrlSecrets(value);
  if (Array.isArray(value)) return value.map((item) => maskValue(item, isSecret));
  return isObject(value) ? maskFields(value, isSecret) : value;
}

/** Addresses of tool servers and repositories often carry a key in their query or before their host. */
function withoutUrlSecrets(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return text;
  const url = new URL(text);
  if (!url.search && !url.username && !url.password) return text;
  if (url.search) url.search = `?${mask}`;
  if (url.username) url.username = mask;
  if (url.password) url.password = mask;
  return url.href;
}
