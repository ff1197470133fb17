import type { AreaGrants } from './area-grants.ts';

export const auditAccess = {
  'list-audit': (fn, { data }) => data.audit.allow(fn, 'Query'),
} satisfies AreaGrants;
