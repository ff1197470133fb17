import { JsonObject } from '../../shared/contract/json.ts';
import { getProfile as endpoint } from '../../shared/contract/profiles.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { noSettings } from '../../shared/settings/owner-settings.ts';
import { hasKey, getProfile as profileOf } from '../../shared/settings/profiles.ts';
import { replaceSealed } from '../../shared/settings/sealed-json.ts';
import type { SettingsStore } from '../../shared/settings/settings-store.ts';
import { settingsStore } from '../../shared/wiring/settings.ts';

interface Deps {
  readonly settings: Pick<SettingsStore, 'find'>;
}

/** A key reads null and no mask: clients send back what they read, and must not save a mask as a key. */
export const getProfile = implement(endpoint, async ({ params: { name }, caller }, { settings }: Deps) => {
  const { llm } = profileOf((await settings.find(caller.ownerId)) ?? noSettings(caller.ownerId), name);
  const config = { ...JsonObject.parse(replaceSealed(llm, () => null)), api_key: null };
  return { name, config, api_key_set: hasKey(llm) };
});

export const handler = serve(getProfile, () => ({ settings: settingsStore() }));
