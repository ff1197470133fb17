import { isObject, type JsonObject } from '../base/json.ts';
import { log } from '../base/log.ts';
import type { Fields } from '../http/fields.ts';

const lookupMilliseconds = 30_000;
/** Masking asks a failed source again only after this time. */
const retryMilliseconds = 60_000;
const hidden = '<secret-hidden>';

/** The secrets of a conversation. Commands get those they name; output is masked. */
export class SecretRegistry {
  private sources: JsonObject;
  private readonly known = new Map<string, string>();
  private readonly failedAt = new Map<string, number>();

  constructor(sources: JsonObject) {
    this.sources = sources;
  }

  update(sources: JsonObject): void {
    this.sources = { ...this.sources, ...sources };
    for (const name of Object.keys(sources)) {
      this.known.delete(name);
      this.failedAt.delete(name);
    }
  }

  /** The secrets whose names occur in a command, in any case, as environment variables. */
  async environmentFor(command: string): Promise<Record<string, string>> {
    const text = command.toLowerCase();
    const names = Object.keys(this.sources).filter((name) => text.includes(name.toLowerCase()));
    const values = await Promise.all(names.map(async (name) => [name, await this.value(name)] as const));
    return Object.fromEntries(values.flatMap(([name, value]) => (value ? [[name, value]] : [])));
  }

  /** The current value of a secret, fetched from its source; undefined if it is missing or the source fails. */
  async value(name: string): Promise<string | undefined> {
    try {
      const value = await resolved(this.sources[name]);
      if (value) this.known.set(name, value);
      return value;
    } catch (error) {
      // Without the URL, which can contain a key.
      log(`cannot look up the secret ${name}: ${error instanceof Error ? error.name : 'error'}`);
      this.failedAt.set(name, Date.now());
      return undefined;
    }
  }

  /** The text without the values of secrets. */
  async mask(text: string): Promise<string> {
    const now = Date.now();
    const unknown = Object.keys(this.sources).filter((name) => {
      return !this.known.has(name) && now - (this.failedAt.get(name) ?? 0) > retryMilliseconds;
    });
    await Promise.all(unknown.map((name) => this.value(name)));
    let masked = text;
    // Like the agent server: only whole values, of any length.
    for (const value of this.known.values()) masked = masked.replaceAll(value, hidden);
    return masked;
  }
}

async function resolved(source: unknown): Promise<string | undefined> {
  if (!isObject(source)) return undefined;
  if (source.kind !== 'LookupSecret') return typeof source.value === 'string' ? source.value : undefined;
  const headers = isObject(source.headers) ? source.headers : {};
  const response = await fetch(String(source.url), {
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    signal: AbortSignal.timeout(lookupMilliseconds),
  });
  if (!response.ok) throw new LookupError(`it answered ${response.status}`);
  return await response.text();
}

class LookupError extends Error {
  override readonly name = 'LookupError';
}

/** Reads secrets with a value or a URL. @param allowsTexts whether a string is a value */
export function readSecrets(fields: Fields, allowsTexts = false): JsonObject {
  const sources = fields.nested('secrets');
  const read = (name: string) => {
    const value = sources?.raw(name);
    if (allowsTexts && typeof value === 'string')
      return [[name, { description: null, value, kind: 'StaticSecret' }] as const];
    const source = sources?.nested(name);
    return source ? [[name, readSource(source)] as const] : [];
  };
  return Object.fromEntries((sources?.names() ?? []).flatMap(read));
}

function readSource(source: Fields): JsonObject {
  const description = source.string('description') ?? null;
  const kind = source.string('kind') ?? '';
  if (kind === 'StaticSecret') return { description, value: source.string('value') ?? null, kind };
  if (kind !== 'LookupSecret') {
    source.add([], 'value_error', `Value error, Unknown kind '${kind}', expected LookupSecret or StaticSecret`);
    return {};
  }
  source.require('url');
  return { description, url: source.string('url') ?? '', headers: source.stringMap('headers') ?? {}, kind };
}

export const mask = '**********';

/** Fields whose strings count as secrets, including arguments of MCP servers, which often contain keys. */
const secretField =
  /^(env|args|auth|headers|extra_headers|secrets|cookies?)$|(api[_-]?key|access[_-]?key|access_key_id|private[_-]?key|secret|token|password|credentials?|authorization)$/i;
/** Members of a secret that are not secret. */
const plainField = /^(kind|description)$/;

/** A copy of a document with masked secrets. */
export function withoutSecrets(document: JsonObject): JsonObject {
  return maskFields(document, false);
}

/** Secrets of which only names, kinds and descriptions are left. */
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

/** URLs of MCP servers and repositories often contain a key in their query or user info. */
function withoutUrlSecrets(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return text;
  const url = new URL(text);
  if (!url.search && !url.username && !url.password) return text;
  if (url.search) url.search = `?${mask}`;
  if (url.username) url.username = mask;
  if (url.password) url.password = mask;
  return url.href;
}
