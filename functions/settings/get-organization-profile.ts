import { getOrganizationProfile as endpoint } from '../../shared/contract/settings/profiles.ts';
import { requireOwnOrganization } from '../../shared/domain/accounts/organization.ts';
import { getProfile, hasKey, shownModel } from '../../shared/domain/settings/profiles.ts';
import { type ReadDeps, settingsOf } from '../../shared/domain/settings/settings-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { settingsStore } from '../../shared/wiring/settings.ts';

export const getOrganizationProfile = implement(endpoint, async ({ params, caller }, deps: ReadDeps) => {
  requireOwnOrganization(params.org_id, caller.ownerId);
  const current = await settingsOf(caller.ownerId, deps);
  const { name, llm } = getProfile(current, params.name);
  return { name, llm: shownModel(llm), api_key_set: hasKey(llm) };
});

export const handler = serve(getOrganizationProfile, (granted) => ({ settings: settingsStore(granted) }));
