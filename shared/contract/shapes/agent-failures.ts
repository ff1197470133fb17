/** The errors of requests to an agent. */
export const failures = [
  'malformed_request',
  'not_found',
  'conflict',
  'gone',
  'bad_gateway',
  'unavailable',
  'gateway_timeout',
] as const;

/** Refusals by the agent server. */
export const agentRefusals = {
  malformed_request: 'the agent server refused the request; `detail` contains its message',
} as const;
