import { getCurrentUser as endpoint } from '../../shared/contract/accounts/users.ts';
import { type UserMembers, userView } from '../../shared/domain/accounts/members/user-view.ts';
import type { DynamoOrganizationProfiles } from '../../shared/domain/accounts/owners/dynamo-organization-profiles.ts';
import { runningSandboxOf } from '../../shared/domain/agents/secrets/sandbox-secrets.ts';
import type { SandboxAuthentication } from '../../shared/domain/sandboxes/agent/authenticate-sandbox.ts';
import { type ReadDeps, readRows, showSettings } from '../../shared/domain/settings/read-settings.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { AppError } from '../../shared/platform/errors.ts';
import { memberStore, organizationProfiles } from '../../shared/wiring/accounts.ts';
import { sandboxReader } from '../../shared/wiring/sandboxes.ts';
import { readSettingsDeps } from '../../shared/wiring/settings.ts';

interface Deps extends ReadDeps, SandboxAuthentication {
  readonly members: UserMembers;
  readonly profiles: Pick<DynamoOrganizationProfiles, 'find'>;
}

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
  const [{ view }, user, { name }] = await Promise.all([
    showSettings(rows, exposure, deps),
    userView(caller, deps.members),
    deps.profiles.find(ownerId),
  ]);
  return { ...view, ...user, org_name: name };
});

export const handler = serve(getCurrentUser, (granted) => ({
  ...readSettingsDeps(granted),
  members: memberStore(granted),
  profiles: organizationProfiles(granted),
  sandboxes: sandboxReader(granted),
}));
