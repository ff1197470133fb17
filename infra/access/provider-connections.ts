import type { AreaGrants } from './area-grants.ts';
import { all, changeSettings, sealSecrets } from './grants.ts';

export const providerConnectionsAccess = {
  'list-provider-connections': (fn, { data }) => data.settings.allow(fn, 'GetItem'),
  'create-provider-connection': all(changeSettings, sealSecrets),
  'update-provider-connection': all(changeSettings, sealSecrets),
  'delete-provider-connection': changeSettings,
} satisfies AreaGrants;
