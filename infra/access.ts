import type { EndpointId } from '../shared/contract/index.ts';
import { conversationsAccess } from './access/conversations.ts';
import { deviceAccess } from './access/device.ts';
import { eventsAccess } from './access/events.ts';
import type { Grant } from './access/grants.ts';
import { keysAccess } from './access/keys.ts';
import { limitsAccess } from './access/limits.ts';
import { sandboxesAccess } from './access/sandboxes.ts';
import { serviceAccess } from './access/service.ts';
import { settingsAccess } from './access/settings.ts';
import { talkingAccess } from './access/talking.ts';
import { usageAccess } from './access/usage.ts';
import { webClientsAccess } from './access/web-clients.ts';
import { webhookEndpointsAccess } from './access/webhook-endpoints.ts';

/** A line for each endpoint: without it the project does not compile. No endpoint may do anything to ECS. */
export const endpointAccess: Readonly<Record<EndpointId, Grant>> = {
  ...conversationsAccess,
  ...deviceAccess,
  ...eventsAccess,
  ...keysAccess,
  ...sandboxesAccess,
  ...limitsAccess,
  ...serviceAccess,
  ...settingsAccess,
  ...talkingAccess,
  ...usageAccess,
  ...webClientsAccess,
  ...webhookEndpointsAccess,
};
