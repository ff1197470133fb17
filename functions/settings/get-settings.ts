import { getSettings as endpoint } from '../../shared/contract/settings.ts';
import { type ReadDeps, readSettings } from '../../shared/domain/settings/read-settings.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { readSettingsDeps } from '../../shared/wiring/settings.ts';

export const getSettings = implement(endpoint, async ({ caller }, deps: ReadDeps) => {
  const { view } = await readSettings(caller.ownerId, 'hidden', deps);
  return view;
});

export const handler = serve(getSettings, readSettingsDeps);
