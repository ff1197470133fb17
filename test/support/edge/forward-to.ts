import type { Origin } from '../../../infra/local/edge/verdict.ts';
import type { DecidingFunction } from '../../../infra/local/edge/viewer-decision.ts';

/** Replaces the edge function: sends every request to the origin at this port. */
export function forwardTo(port: number, origin: Partial<Origin> = {}): DecidingFunction {
  return {
    run: async ({ uri, query, headers }) => ({
      kind: 'forward',
      uri,
      query,
      headers: { ...headers, 'x-forwarded-host': headers.host ?? [] },
      origin: {
        domainName: 'task.test',
        hostHeader: undefined,
        port,
        protocol: 'http',
        customHeaders: undefined,
        readTimeoutSeconds: 120,
        connectionTimeoutSeconds: 5,
        connectionAttempts: 1,
        ...origin,
      },
    }),
  };
}
