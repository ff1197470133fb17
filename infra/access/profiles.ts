import type { AreaGrants } from './area-grants.ts';
import { all, changeSettings, sealSecrets, showModel } from './grants.ts';

export const profilesAccess = {
  'list-profiles': (fn, { data }) => data.settings.allow(fn, 'GetItem'),
  'get-profile': (fn, { data }) => data.settings.allow(fn, 'GetItem'),
  'save-profile': all(changeSettings, sealSecrets, showModel),
  'delete-profile': changeSettings,
  'activate-profile': changeSettings,
  'rename-profile': changeSettings,
  'get-organization-profile': (fn, { data }) => data.settings.allow(fn, 'GetItem'),
  'save-organization-profile': all(changeSettings, sealSecrets, showModel),
  'delete-organization-profile': changeSettings,
  'activate-organization-profile': changeSettings,
  'rename-organization-profile': changeSettings,
} satisfies AreaGrants;
