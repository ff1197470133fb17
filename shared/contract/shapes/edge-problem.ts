/**
 * The error codes of the edge in front of sandboxes, with their statuses. A closed list. The error pages for an
 * unreachable task also have the code `sandbox_moved`, with status 502 or 504.
 */
export const edgeProblems = {
  not_found: 404,
  sandbox_address_invalid: 403,
  sandbox_moved: 410,
  sandbox_domain_needed: 403,
  sandbox_key_needed: 401,
  unavailable: 503,
} as const;

export type EdgeCode = keyof typeof edgeProblems;

/** The header that marks responses of the edge function, in lower case. */
export const EDGE_HEADER = 'x-sandbox-edge';
