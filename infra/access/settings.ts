import type { AreaGrants } from './area-grants.ts';
import { all, changeSettings, openSecrets, readSettings, sealSecrets } from './grants.ts';

/** The operation opens the stored MCP servers, as a change may keep their keys. */
const storeSettings = all(changeSettings, sealSecrets, openSecrets);

export const settingsAccess = {
  'get-settings': readSettings,
  'update-settings': storeSettings,
  'get-legacy-settings': readSettings,
  'update-legacy-settings': storeSettings,
} satisfies AreaGrants;
