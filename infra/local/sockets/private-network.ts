/** Browsers ask by this header whether a page of the internet may send requests to this machine. */
export const REQUEST_PRIVATE_NETWORK = 'access-control-request-private-network';

/**
 * The response to that question. A page needs a key besides, and its origin must be allowed. Deployments have public
 * addresses, for which no browser asks.
 */
export function privateNetworkHeaders(
  method: string,
  asked: string | undefined,
): readonly (readonly [name: string, value: string])[] {
  return method === 'OPTIONS' && asked === 'true' ? [['Access-Control-Allow-Private-Network', 'true']] : [];
}
