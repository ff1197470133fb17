import { type Json, JsonObject } from '../../contract/shapes/json.ts';
import { MASK } from '../../contract/shapes/mask.ts';
import { AppError } from '../../platform/errors.ts';
import type { Sealed, Vault } from '../../platform/vault.ts';
import type { PlainTexts } from './plain-fields.ts';
import { allSealed, replaceSealed, replaceSecretTexts, SEALED_FIELD } from './sealed-json.ts';
import { SETTINGS_PURPOSE } from './settings-store.ts';

/** Maximum number of secrets in an owner's settings. Each is a call to KMS. */
export const MAX_SECRETS = 100;

/**
 * Seals each secret in JSON from a request. Masks stay, for `restoreMasked`. An empty text becomes null, which removes
 * the field; in a list it stays, so that other items keep their indexes.
 *
 * @throws AppError `validation_failed` for too many secrets
 */
export async function sealTexts(
  ownerId: string,
  sent: Json,
  isPlain: PlainTexts,
  vault: Pick<Vault, 'seal'>,
): Promise<Json> {
  const genuine = withoutForged(sent);
  const texts = new Set<string>();
  replaceSecretTexts(genuine, isPlain, (text) => {
    if (text !== '' && text !== MASK) texts.add(text);
    return text;
  });
  if (texts.size > MAX_SECRETS) throw tooLarge(`Send at most ${MAX_SECRETS} secrets. This request has ${texts.size}.`);
  const sealed = new Map<string, Sealed>();
  await inParallel([...texts], async (text) => {
    sealed.set(text, await vault.seal(ownerId, SETTINGS_PURPOSE, text));
  });
  return replaceSecretTexts(genuine, isPlain, (text, path) => {
    if (text === '') return typeof path.at(-1) === 'number' ? text : null;
    const found = sealed.get(text);
    return found ? { [SEALED_FIELD]: { ...found } } : text;
  });
}

/** Removes fields that look sealed: only the service seals. */
function withoutForged(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutForged);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => name !== SEALED_FIELD);
  return Object.fromEntries(entries.map(([name, child]) => [name, withoutForged(child)]));
}

/** Decrypted JSON, and its secrets, which no log and no error may contain. */
interface OpenedJson {
  readonly value: JsonObject;
  readonly secrets: readonly string[];
}

/** Decrypts each sealed text in JSON of settings, with one call to KMS for each. @throws AppError `unavailable` */
export async function openSealed(ownerId: string, sealed: JsonObject, vault: Pick<Vault, 'open'>): Promise<OpenedJson> {
  const texts = new Map<string, string>();
  await inParallel(allSealed(sealed), async (text) => {
    texts.set(text.tag, await vault.open(ownerId, SETTINGS_PURPOSE, text));
  });
  const value = JsonObject.parse(replaceSealed(sealed, ({ tag }) => texts.get(tag) ?? null));
  return { value, secrets: [...texts.values()] };
}

/** Maximum number of concurrent calls to KMS for one request. */
const WIDTH = 10;

/** Runs `work` for each item, ten at a time. @throws the first failure */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const workers = Array.from({ length: Math.min(WIDTH, items.length) }, async () => {
    for (const item of waiting) await work(item);
  });
  await Promise.all(workers);
}

/** The error for settings that exceed the limits of an owner. */
export function tooLarge(detail: string): AppError {
  const errors = [{ loc: ['body'], msg: detail, type: 'too_big', pointer: '#' }];
  return new AppError('validation_failed', detail, { extensions: { errors } });
}
