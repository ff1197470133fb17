import type { Endpoint } from '../../contract/endpoint/endpoint.ts';

/** Whether the audit log has each request: a change with an API key. Sandboxes are no actors. */
export function isAudited({ access, method }: Pick<Endpoint, 'access' | 'method'>): boolean {
  return access === 'key' && method !== 'GET';
}
