import type { AreaGrants } from './area-grants.ts';
import { all, changeSettings, sealSecrets } from './grants.ts';

export const agentProfilesAccess = {
  'get-agent-profiles': (fn, { data }) => data.settings.allow(fn, 'GetItem'),
  'get-agent-profile': (fn, { data }) => data.settings.allow(fn, 'GetItem'),
  'save-agent-profile': all(changeSettings, sealSecrets),
  'delete-agent-profile': changeSettings,
  'rename-agent-profile': changeSettings,
  'activate-agent-profile': changeSettings,
} satisfies AreaGrants;
