import type { AreaGrants } from './area-grants.ts';
import { nothing } from './grants.ts';

export const gitAccess = {
  'get-user-info': nothing,
  'get-git-info': nothing,
} satisfies AreaGrants<'git'>;
