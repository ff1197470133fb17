import { type Json, JsonObject } from '../../contract/shapes/json.ts';
import { MASK } from '../../contract/shapes/mask.ts';
import { AppError } from '../../platform/errors.ts';
import type { Sealed, Vault } from '../../platform/vault.ts';
import type { PlainTexts } from './plain-fields.ts';
import { allSealed, replaceSealed, replaceSecretTexts, SEALED_FIELD } from './sealed-json.ts';
import { SETTINGS_PURPOSE } from './settings-store.ts';

/** The most secrets that the settings of one owner may hold: each is a call of KMS. */
export const MAX_SECRETS = 100;

/**
 * JSON from a request, with each secret in it sealed. Masks stay for `restoreMasked`. An empty text becomes null, which
 * takes the field away, and stays empty in a list, where the other items keep their places.
 *
 * @throws AppError `validation_failed` when there are too many of them.
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
  if (texts.size > MAX_SECRETS) throw tooMuch(`Send at most ${MAX_SECRETS} secrets. This request has ${texts.size}.`);
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

/** Only the service seals: a request loses every field that looks sealed. */
function withoutForged(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutForged);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => name !== SEALED_FIELD);
  return Object.fromEntries(entries.map(([name, child]) => [name, withoutForged(child)]));
}

/** JSON in clear, and each text in it that was sealed: what no log and no error may repeat. */
interface OpenedJson {
  readonly value: JsonObject;
  readonly secrets: readonly string[];
}

/** JSON of settings with each sealed text opened: one call of KMS for each. @throws AppError `unavailable` */
export async function openSealed(ownerId: string, sealed: JsonObject, vault: Pick<Vault, 'open'>): Promise<OpenedJson> {
  const texts = new Map<string, string>();
  await inParallel(allSealed(sealed), async (text) => {
    texts.set(text.tag, await vault.open(ownerId, SETTINGS_PURPOSE, text));
  });
  const value = JsonObject.parse(replaceSealed(sealed, ({ tag }) => texts.get(tag) ?? null));
  return { value, secrets: [...texts.values()] };
}

/** How many calls of KMS run at once for one request. */
const WIDTH = 10;

/** Runs `work` for each item, ten at a time. The first failure is thrown. */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const workers = Array.from({ length: Math.min(WIDTH, items.length) }, async () => {
    for (const item of waiting) await work(item);
  });
  await Promise.all(workers);
}

/** More settings than one owner can keep. */
export function tooMuch(detail: string): AppError {
  const errors = [{ loc: ['body'], msg: detail, type: 'too_big', pointer: '#' }];
  return new AppError('validation_failed', detail, { extensions: { errors } });
}
