import { isObject, type JsonObject } from '../base/json.ts';
import { log } from '../base/log.ts';
import type { Fields } from '../http/fields.ts';

const lookupMilliseconds = 30_000;
/** A source that failed is not asked again at once only to hide what it did not tell. */
const retryMilliseconds = 60_000;
/** A shorter text is found in nearly every word: hiding it would garble the text and tell the secret by the gaps. */
const shortestHidden = 4;
const hidden = '<secret-hidden>';

/** The secrets of a conversation: what an agent's command gets by their names, and what never leaves in its output. */
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

  /** The available secrets whose names stand in a command, in any case, as its environment. */
  async environmentFor(command: string): Promise<Record<string, string>> {
    const text = command.toLowerCase();
    const names = Object.keys(this.sources).filter((name) => text.includes(name.toLowerCase()));
    const values = await Promise.all(names.map(async (name) => [name, await this.value(name)] as const));
    return Object.fromEntries(values.flatMap(([name, value]) => (value ? [[name, value]] : [])));
  }

  /** One secret, asked anew wherever it is kept; undefined when there is none, or none to be had. */
  async value(name: string): Promise<string | undefined> {
    try {
      const value = await resolved(this.sources[name]);
      if (value) this.known.set(name, value);
      return value;
    } catch (error) {
      // Without the address: it may carry a key.
      log(`cannot look up the secret ${name}: ${error instanceof Error ? error.name : 'error'}`);
      this.failedAt.set(name, Date.now());
      return undefined;
    }
  }

  /** A text in which no secret can be read, but for one of fewer than 4 characters. */
  async mask(text: string): Promise<string> {
    const now = Date.now();
    const unknown = Object.keys(this.sources).filter((name) => {
      return !this.known.has(name) && now - (this.failedAt.get(name) ?? 0) > retryMilliseconds;
    });
    await Promise.all(unknown.map((name) => this.value(name)));
    let masked = text;
    for (const value of this.known.values()) {
      if (value.length >= shortestHidden) masked = masked.replaceAll(value, hidden);
    }
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

/** Reads secrets: values and places to look them up. @param allowsTexts whether a mere text is a value */
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
