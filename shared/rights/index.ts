import { accountsRights } from './accounts.ts';
import { agentsRights } from './agents.ts';
import { billingRights } from './billing.ts';
import { conversationsRights } from './conversations.ts';
import { gitRights } from './git.ts';
import { maintenanceRights } from './maintenance.ts';
import { sandboxesRights } from './sandboxes.ts';
import { serviceRights } from './service.ts';
import { settingsRights } from './settings.ts';
import type { GrantedBy } from './statement.ts';
import { webhooksRights } from './webhooks.ts';

/** What each function can touch, by its id. No endpoint can do anything to tasks or disks. */
export const allRights = {
  ...accountsRights,
  ...agentsRights,
  ...billingRights,
  ...conversationsRights,
  ...gitRights,
  ...maintenanceRights,
  ...sandboxesRights,
  ...serviceRights,
  ...settingsRights,
  ...webhooksRights,
};

export type FunctionId = keyof typeof allRights;

/** What the wiring of the function gets. */
export type Granted<Id> = Id extends FunctionId ? GrantedBy<(typeof allRights)[Id]> : never;
