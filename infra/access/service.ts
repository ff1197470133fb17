import type { AreaGrants } from './area-grants.ts';
import { knowOwnAddress, nothing } from './grants.ts';

export const serviceAccess = {
  'get-alive': nothing,
  'get-health': nothing,
  'get-ready': (fn, { data }) => data.owners.allow(fn, 'GetItem'),
  'get-server-info': (fn, { settings }) => void fn.addEnvironment('STAGE', settings.stage),
  'get-openapi': knowOwnAddress,
  'get-migration-guide': nothing,
} satisfies AreaGrants;
