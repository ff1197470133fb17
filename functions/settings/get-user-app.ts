import { getUserApp as endpoint } from '../../shared/contract/settings/organization-settings.ts';
import { userAppView } from '../../shared/domain/settings/organization-settings.ts';
import { preferencesOf } from '../../shared/domain/settings/read-settings.ts';
import { type ReadDeps, settingsOf } from '../../shared/domain/settings/settings-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { settingsStore } from '../../shared/wiring/settings.ts';

export const getUserApp = implement(endpoint, async ({ caller: { ownerId } }, deps: ReadDeps) =>
  userAppView(preferencesOf(await settingsOf(ownerId, deps))),
);

export const handler = serve(getUserApp, (granted) => ({ settings: settingsStore(granted) }));
