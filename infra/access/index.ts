import type { Area } from '../../shared/contract/areas.ts';
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

/** The grants of all functions, by area and id. No endpoint may do anything to ECS. */
export const access: Readonly<Partial<Record<Area, GrantsById>>> = {
  'agent-profiles': agentProfilesAccess,
  'agent-proxy': agentProxyAccess,
  audit: auditAccess,
  billing: billingAccess,
  conversations: conversationsAccess,
  device: deviceAccess,
  events: eventsAccess,
  git: gitAccess,
  keys: keysAccess,
  maintenance: maintenanceAccess,
  messages: messagesAccess,
  models: modelsAccess,
  owners: ownersAccess,
  profiles: profilesAccess,
  'sandbox-secrets': sandboxSecretsAccess,
  'sandbox-specs': sandboxSpecsAccess,
  sandboxes: sandboxesAccess,
  secrets: secretsAccess,
  service: serviceAccess,
  settings: settingsAccess,
  'start-tasks': startTasksAccess,
  'start-up': startUpAccess,
  users: usersAccess,
  'webhook-endpoints': webhookEndpointsAccess,
  webhooks: webhooksAccess,
};

/** The grant of an endpoint or worker. @throws when the file of its area has no line for it. */
export function grantOf({ id, area }: { readonly id: string; readonly area: Area }): Grant {
  const grant = access[area]?.[id];
  if (!grant) throw new Error(`${id} has no grant: write its line in infra/access/${area}.ts`);
  return grant;
}
