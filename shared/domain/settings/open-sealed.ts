import { JsonObject } from '../../contract/shapes/json.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import { inParallel } from './in-parallel.ts';
import { SETTINGS_PURPOSE } from './owner-settings.ts';
import { allSealed, replaceSealed } from './sealed-json.ts';

/** JSON in clear, and each text in it that was sealed: what no log and no error may repeat. */
export interface OpenedJson {
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
