import type { Endpoint } from './endpoint.ts';

/** Whether each request to an endpoint stands in the audit log: it changes something, or tries to, with an API key. Sandboxes, which have keys of their own, are no actors. */
export function isAudited({ access, method }: Pick<Endpoint, 'access' | 'method'>): boolean {
  return access === 'key' && method !== 'GET';
}
