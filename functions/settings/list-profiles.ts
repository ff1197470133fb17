import { listProfiles as endpoint } from '../../shared/contract/settings/profiles.ts';
import { profileList } from '../../shared/domain/settings/profiles.ts';
import type { ReadDeps } from '../../shared/domain/settings/settings-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { settingsStore } from '../../shared/wiring/settings.ts';

export const listProfiles = implement(endpoint, async ({ caller }, { settings }: ReadDeps) => {
  return profileList(await settings.find(caller.ownerId));
});

export const handler = serve(listProfiles, (granted) => ({ settings: settingsStore(granted) }));
