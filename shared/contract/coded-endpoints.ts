import { endpoints } from './index.ts';

/** An endpoint with a function. The others return constants. */
export type CodedEndpoint = Exclude<(typeof endpoints)[number], { readonly constant: unknown }>;
export type EndpointId = CodedEndpoint['id'];

export const codedEndpoints: readonly CodedEndpoint[] = endpoints.filter(isCoded);

function isCoded(endpoint: (typeof endpoints)[number]): endpoint is CodedEndpoint {
  return !('constant' in endpoint);
}
