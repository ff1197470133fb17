import { getProfile as endpoint } from '../../shared/contract/profiles.ts';
import { JsonObject } from '../../shared/contract/shapes/json.ts';
import { MASK } from '../../shared/contract/shapes/mask.ts';
import { hasKey, getProfile as profileOf } from '../../shared/domain/profiles/profiles.ts';
import { noSettings } from '../../shared/domain/settings/owner-settings.ts';
import { replaceSealed } from '../../shared/domain/settings/sealed-json.ts';
import type { SettingsStore } from '../../shared/domain/settings/settings-store.ts';
import { implement, Revised } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { settingsStore } from '../../shared/wiring/settings.ts';

interface Deps {
  readonly settings: Pick<SettingsStore, 'find'>;
}

/** The key reads null, as clients know it. A mask stands for each other secret, and saves as that secret. */
export const getProfile = implement(endpoint, async ({ params: { name }, caller }, { settings }: Deps) => {
  const current = (await settings.find(caller.ownerId)) ?? noSettings(caller.ownerId);
  const { llm } = profileOf(current, name);
  const config = { ...JsonObject.parse(replaceSealed(llm, () => MASK)), api_key: null };
  return new Revised({ name, config, api_key_set: hasKey(llm) }, current.version);
});

export const handler = serve(getProfile, () => ({ settings: settingsStore() }));
