import type { GatewayWorkerId } from '../../shared/contract/workers.ts';
import type { Named } from './names.ts';
import { invocationUriOf, type OpenApiPath } from './open-api.ts';

/**
 * Where the edge sends requests for names of sandboxes that it has no entry for. It is no part of the public API. The
 * name is in a header, because access logs have the path, and the name of an opened port can be its secret.
 */
export const ADDRESS_PATH = '/edge';

/** Requests per second over all clients. Each page of a starting sandbox asks every two seconds. */
export const addressThrottle = { rate: 50, burst: 200 } as const;

const answering: GatewayWorkerId = 'answer-address';

/** All methods, as a sandbox can be asked anything. The function itself answers preflights, wrong names and errors. */
export function addressPath(
  settings: Named,
  invoker: string,
  timeoutMs: number,
): Readonly<Record<string, OpenApiPath>> {
  return {
    [ADDRESS_PATH]: {
      'x-amazon-apigateway-any-method': {
        security: [],
        responses: { default: { description: 'The answer for a sandbox that the edge cannot reach' } },
        'x-amazon-apigateway-integration': {
          type: 'aws_proxy',
          httpMethod: 'POST',
          uri: invocationUriOf(settings, answering),
          credentials: invoker,
          passthroughBehavior: 'when_no_match',
          timeoutInMillis: timeoutMs,
        },
      },
    },
  };
}
