import type { EndpointId } from '../../shared/contract/coded-endpoints.ts';

/**
 * Endpoints with a share of their own: a call of a model holds its function for as long as the model thinks. Together
 * they have at most half of what the workers leave, so that models that are slow leave all other requests in peace.
 */
export const endpointShares = {
  'create-chat-completion': 120,
  'create-anthropic-message': 90,
  'create-model-response': 30,
  'create-embeddings': 10,
} as const satisfies Partial<Record<EndpointId, number>>;

export type SharingEndpoint = keyof typeof endpointShares;

export const sharingEndpoints = Object.keys(endpointShares) as readonly SharingEndpoint[];
