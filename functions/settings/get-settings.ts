import { getSettings as endpoint } from '../../shared/contract/settings.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { type ReadDeps, readSettings } from '../../shared/settings/read-settings.ts';
import { readSettingsDeps } from '../../shared/wiring/settings.ts';

export const getSettings = implement(endpoint, async ({ caller }, deps: ReadDeps) => {
  const { view } = await readSettings(caller.ownerId, 'hidden', deps);
  return view;
});

export const handler = serve(getSettings, readSettingsDeps);
