import { afterAll, vi } from 'vitest';
import type { ServiceTables } from '../../service-tables.ts';

/** The authorizer on these tables, for the tests of one file. */
export async function authorizerOf(tables: ServiceTables, requestsPerMinute: number) {
  const { apiKeys: API_KEYS_TABLE, apiCalls: API_CALLS_TABLE, owners: OWNERS_TABLE, members: MEMBERS_TABLE } = tables;
  const names = { API_KEYS_TABLE, API_CALLS_TABLE, OWNERS_TABLE, MEMBERS_TABLE, DEPLOYMENT: 'test' };
  const environment = { ...names, REQUESTS_PER_MINUTE: String(requestsPerMinute), ...tables.environment };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  afterAll(() => void vi.unstubAllEnvs());
  // Other files may have loaded the handler with their own tables.
  vi.resetModules();
  return (await import('../../../../functions/accounts/authorize.ts')).handler;
}
