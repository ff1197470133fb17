import { getSettings as endpoint } from '../../shared/contract/settings/settings.ts';
import { type ReadDeps, readSettings } from '../../shared/domain/settings/read-settings.ts';
import { implement, Revised } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { readSettingsDeps } from '../../shared/wiring/settings.ts';

export const getSettings = implement(endpoint, async ({ caller }, deps: ReadDeps) => {
  const { view, version } = await readSettings(caller.ownerId, 'hidden', deps);
  return new Revised(view, version);
});

export const handler = serve(getSettings, readSettingsDeps);
