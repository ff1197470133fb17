import { getProfile as endpoint } from '../../shared/contract/settings/profiles.ts';
import { hasKey, getProfile as profileOf, shownModel } from '../../shared/domain/settings/profiles.ts';
import { type ReadDeps, settingsOf } from '../../shared/domain/settings/settings-store.ts';
import { implement, Revised } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { settingsStore } from '../../shared/wiring/settings.ts';

export const getProfile = implement(endpoint, async ({ params: { name }, caller }, deps: ReadDeps) => {
  const current = await settingsOf(caller.ownerId, deps);
  const { llm } = profileOf(current, name);
  return new Revised({ name, config: shownModel(llm), api_key_set: hasKey(llm) }, current.version);
});

export const handler = serve(getProfile, (granted) => ({ settings: settingsStore(granted) }));
