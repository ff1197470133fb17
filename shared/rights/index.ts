import { accountsRights } from './accounts.ts';
import { agentsRights } from './agents.ts';
import { billingRights } from './billing.ts';
import { brokerRights } from './broker.ts';
import { commandsRights } from './commands.ts';
import { conversationsRights } from './conversations.ts';
import { filesRights } from './files.ts';
import { gitRights } from './git.ts';
import { logsRights } from './logs.ts';
import { maintenanceRights } from './maintenance.ts';
import { mcpRights } from './mcp.ts';
import { prebuildsRights } from './prebuilds.ts';
import { sandboxesRights } from './sandboxes.ts';
import { serviceRights } from './service.ts';
import { settingsRights } from './settings.ts';
import type { GrantedBy } from './statement.ts';
import { webhooksRights } from './webhooks.ts';

/** The rights of each function, by its id. No endpoint has rights to tasks or disks. */
export const allRights = {
  ...accountsRights,
  ...agentsRights,
  ...billingRights,
  ...brokerRights,
  ...commandsRights,
  ...conversationsRights,
  ...filesRights,
  ...gitRights,
  ...logsRights,
  ...maintenanceRights,
  ...mcpRights,
  ...prebuildsRights,
  ...sandboxesRights,
  ...serviceRights,
  ...settingsRights,
  ...webhooksRights,
};

export type FunctionId = keyof typeof allRights;

/** The resources that the wiring of a function receives. */
export type Granted<Id> = Id extends FunctionId ? GrantedBy<(typeof allRights)[Id]> : never;
