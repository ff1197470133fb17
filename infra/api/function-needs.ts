import type { Endpoint, FunctionNeeds } from '../../shared/contract/endpoint/endpoint.ts';

/**
 * The default needs: time for a handler that waits for TLS and JSON, well below API Gateway's 29 seconds, and the
 * memory that gives it a whole core, as a person waits for it.
 */
const defaultNeeds = { timeoutSeconds: 15, memoryMegabytes: 1_769 } as const satisfies FunctionNeeds;

/** The needs of an endpoint's function, the defaults included. */
export function needsOf({ needs }: Pick<Endpoint, 'needs'>): Required<FunctionNeeds> {
  return { ...defaultNeeds, ...needs };
}
