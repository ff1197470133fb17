import { agentProfilesAccess } from './agent-profiles.ts';
import { agentProxyAccess } from './agent-proxy.ts';
import { auditAccess } from './audit.ts';
import { billingAccess } from './billing.ts';
import { conversationsAccess } from './conversations.ts';
import { deviceAccess } from './device.ts';
import { eventsAccess } from './events.ts';
import { gitAccess } from './git.ts';
import { keysAccess } from './keys.ts';
import { maintenanceAccess } from './maintenance.ts';
import { messagesAccess } from './messages.ts';
import { modelsAccess } from './models.ts';
import { ownersAccess } from './owners.ts';
import { profilesAccess } from './profiles.ts';
import { providerConnectionsAccess } from './provider-connections.ts';
import type { Grant } from './resources.ts';
import { sandboxSecretsAccess } from './sandbox-secrets.ts';
import { sandboxSpecsAccess } from './sandbox-specs.ts';
import { sandboxesAccess } from './sandboxes.ts';
import { secretsAccess } from './secrets.ts';
import { serviceAccess } from './service.ts';
import { settingsAccess } from './settings.ts';
import { startTasksAccess } from './start-tasks.ts';
import { startUpAccess } from './start-up.ts';
import { usersAccess } from './users.ts';
import { webhookEndpointsAccess } from './webhook-endpoints.ts';
import { webhooksAccess } from './webhooks.ts';

type GrantsById = Readonly<Record<string, Grant>>;

/** The grants of all functions, by id. No endpoint may do anything to ECS. */
export const access: GrantsById = {
  ...agentProfilesAccess,
  ...agentProxyAccess,
  ...auditAccess,
  ...billingAccess,
  ...conversationsAccess,
  ...deviceAccess,
  ...eventsAccess,
  ...gitAccess,
  ...keysAccess,
  ...maintenanceAccess,
  ...messagesAccess,
  ...modelsAccess,
  ...ownersAccess,
  ...profilesAccess,
  ...providerConnectionsAccess,
  ...sandboxSecretsAccess,
  ...sandboxSpecsAccess,
  ...sandboxesAccess,
  ...secretsAccess,
  ...serviceAccess,
  ...settingsAccess,
  ...startTasksAccess,
  ...startUpAccess,
  ...usersAccess,
  ...webhookEndpointsAccess,
  ...webhooksAccess,
};

/** The grant of an endpoint or worker. @throws when no file of this folder has a line for it */
export function grantOf({ id }: { readonly id: string }): Grant {
  const grant = access[id];
  if (!grant) throw new Error(`${id} has no grant: write its line in infra/access`);
  return grant;
}
