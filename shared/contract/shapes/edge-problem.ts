/**
 * Every problem with which the edge in front of sandboxes answers in place of one, with its status. A closed list: the
 * function at the edge uses these codes and no other. The pages for a task that cannot be reached say `sandbox_moved`
 * under status 502 and 504.
 */
export const edgeProblems = {
  not_found: 404,
  sandbox_address_invalid: 403,
  sandbox_moved: 410,
  sandbox_domain_needed: 403,
  unavailable: 503,
} as const;

export type EdgeCode = keyof typeof edgeProblems;

/** The header that distinguishes answers of the edge's function from those of sandboxes, in lower case. */
export const EDGE_HEADER = 'x-sandbox-edge';
