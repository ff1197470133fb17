import type { AreaGrants } from './area-grants.ts';
import { all, nothing, readSettings } from './grants.ts';
import { knowSandbox } from './sandbox-grants.ts';

export const usersAccess = {
  'get-current-user': all(knowSandbox, readSettings),
  'list-organizations': nothing,
  'get-organization-member': nothing,
  'find-organization-member': nothing,
  'list-organization-profiles': (fn, { data }) => data.settings.allow(fn, 'GetItem'),
} satisfies AreaGrants;
