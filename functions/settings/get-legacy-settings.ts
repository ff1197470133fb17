import { getLegacySettings as endpoint } from '../../shared/contract/settings.ts';
import { AppError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { type ReadDeps, readSettings } from '../../shared/settings/read-settings.ts';
import { readSettingsDeps } from '../../shared/wiring/settings.ts';

/** Its clients take a 404 as "ask for a language model first": that is right only where there is none to begin with. */
export const getLegacySettings = implement(endpoint, async ({ caller }, deps: ReadDeps) => {
  const { view, isStored } = await readSettings(caller.ownerId, 'hidden', deps);
  if (isStored || deps.deployment.hasKey) return view;
  throw new AppError('not_found', 'Settings not found', { extensions: { error: 'Settings not found' } });
});

export const handler = serve(getLegacySettings, readSettingsDeps);
