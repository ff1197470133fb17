import { getLegacySettings as endpoint } from '../../shared/contract/settings/settings.ts';
import { type ReadDeps, readSettings } from '../../shared/domain/settings/read-settings.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { AppError } from '../../shared/platform/errors.ts';
import { readSettingsDeps } from '../../shared/wiring/settings.ts';

/** After a 404, clients ask the user for a model, so only deployments without a model return it. */
export const getLegacySettings = implement(endpoint, async ({ caller }, deps: ReadDeps) => {
  const { view, isStored } = await readSettings(caller.ownerId, 'hidden', deps);
  if (isStored || deps.deployment.hasKey) return view;
  throw new AppError('not_found', 'Settings not found', { extensions: { error: 'Settings not found' } });
});

export const handler = serve(getLegacySettings, readSettingsDeps);
