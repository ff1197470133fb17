import type { AreaGrants } from './area-grants.ts';
import { nothing } from './grants.ts';

export const sandboxSpecsAccess = {
  'search-sandbox-specs': nothing,
  'batch-get-sandbox-specs': nothing,
} satisfies AreaGrants;
