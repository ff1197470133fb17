import { getCurrentUser as endpoint } from '../../shared/contract/users.ts';
import { AppError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import type { SandboxAuthentication } from '../../shared/sandboxes/authenticate-sandbox.ts';
import { type ReadDeps, readSettings } from '../../shared/settings/read-settings.ts';
import { runningSandboxOf } from '../../shared/settings/sandbox-secrets.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';
import { readSettingsDeps } from '../../shared/wiring/settings.ts';

interface Deps extends ReadDeps, SandboxAuthentication {}

/**
 * Two keys together open secrets: the owner's, and the one of a sandbox of theirs that runs. Clients read their MCP servers by the two keys without asking for
 * secrets, so those are shown to both keys either way. Another owner's sandbox is as good as none.
 */
export const getCurrentUser = implement(endpoint, async ({ query, caller, request }, deps: Deps) => {
  const { ownerId, scheme } = caller;
  // With no other header, the session header carries the API key itself.
  const sessionKey = scheme === 'bearer' ? request.sessionKey : null;
  const sandbox = await runningSandboxOf(sessionKey, deps);
  const isOwn = sandbox?.owner_id === ownerId;
  if (query.expose_secrets && !isOwn) {
    throw new AppError(
      'unauthenticated',
      'secrets are shown to the session key of one of your running sandboxes, in X-Session-API-Key beside your API key',
    );
  }
  const exposure = query.expose_secrets ? 'all' : isOwn ? 'servers' : 'masked';
  const { view } = await readSettings(ownerId, exposure, deps);
  return { id: ownerId, ...view };
});

export const handler = serve(getCurrentUser, () => ({
  ...readSettingsDeps(),
  sandboxes: sandboxReader(),
  keys: sandboxKeys(),
}));
