import type { Json } from '../contract/json.ts';
import { AppError } from '../errors.ts';
import type { Sealed, Vault } from '../vault/vault.ts';
import { inParallel } from './in-parallel.ts';
import { SETTINGS_PURPOSE } from './owner-settings.ts';
import { MASK, replaceSecretTexts, SEALED_FIELD } from './sealed-json.ts';

/** How many secrets the settings of one owner may hold: each is a call of KMS. */
export const MAX_SECRETS = 100;

/**
 * JSON as it was sent, with each secret in it sealed. A mask goes away, so that a change leaves what is stored; an empty text becomes null, which takes away.
 *
 * @throws AppError `validation_failed` when there are too many of them.
 */
export async function sealTexts(ownerId: string, sent: Json, vault: Pick<Vault, 'seal'>): Promise<Json> {
  const texts = new Set<string>();
  replaceSecretTexts(sent, (text) => {
    if (text !== '' && text !== MASK) texts.add(text);
    return text;
  });
  if (texts.size > MAX_SECRETS) {
    throw new AppError('validation_failed', `${texts.size} secrets are too many; ${MAX_SECRETS} are allowed`);
  }
  const sealed = new Map<string, Sealed>();
  await inParallel([...texts], async (text) => {
    sealed.set(text, await vault.seal(ownerId, SETTINGS_PURPOSE, text));
  });
  return replaceSecretTexts(withoutForged(sent), (text) => {
    if (text === MASK) return undefined;
    const found = sealed.get(text);
    return found ? { [SEALED_FIELD]: { ...found } } : null;
  });
}

/** Nobody sends what is sealed: whatever looks like it is left out. */
function withoutForged(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutForged);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => name !== SEALED_FIELD);
  return Object.fromEntries(entries.map(([name, child]) => [name, withoutForged(child)]));
}
