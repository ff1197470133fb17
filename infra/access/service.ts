import type { EndpointId } from '../../shared/contract/index.ts';
import { type Grant, nothing } from './grants.ts';

export const serviceAccess = {
  'get-alive': nothing,
  'get-health': nothing,
  'get-ready': (fn, { data }) => data.owners.allow(fn, 'GetItem'),
  'get-server-info': (fn, { settings }) => void fn.addEnvironment('STAGE', settings.stage),
  'get-openapi': nothing,
  'get-migration-guide': nothing,
  'get-docs': nothing,
} satisfies Partial<Record<EndpointId, Grant>>;
