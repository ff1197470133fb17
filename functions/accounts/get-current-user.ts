import { getCurrentUser as endpoint } from '../../shared/contract/accounts/users.ts';
import { runningSandboxOf } from '../../shared/domain/agents/secrets/sandbox-secrets.ts';
import type { SandboxAuthentication } from '../../shared/domain/sandboxes/agent/authenticate-sandbox.ts';
import { type ReadDeps, readRows, showSettings } from '../../shared/domain/settings/read-settings.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { AppError } from '../../shared/platform/errors.ts';
import { sandboxReader } from '../../shared/wiring/sandboxes.ts';
import { readSettingsDeps } from '../../shared/wiring/settings.ts';

interface Deps extends ReadDeps, SandboxAuthentication {}

/** With the session key of a running sandbox of the owner, MCP servers are shown, and secrets on request. */
export const getCurrentUser = implement(endpoint, async ({ query, caller, request }, deps: Deps) => {
  const { ownerId, scheme } = caller;
  // Without an Authorization header, the session header contains the API key itself.
  const sessionKey = scheme === 'bearer' ? request.sessionKey : null;
  const [sandbox, rows] = await Promise.all([runningSandboxOf(sessionKey, deps), readRows(ownerId, deps)]);
  const isOwn = sandbox?.owner_id === ownerId;
  if (query.expose_secrets && !isOwn) {
    throw new AppError(
      'unauthenticated',
      'To see secrets, also send the session key of one of your running sandboxes in X-Session-API-Key.',
    );
  }
  const exposure = query.expose_secrets ? 'all' : isOwn ? 'servers' : 'masked';
  const { view } = await showSettings(rows, exposure, deps);
  return { id: ownerId, ...view };
});

export const handler = serve(getCurrentUser, (granted) => ({
  ...readSettingsDeps(granted),
  sandboxes: sandboxReader(granted),
}));
