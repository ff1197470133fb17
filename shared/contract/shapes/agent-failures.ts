/** How a question to an agent may fail. */
export const failures = [
  'malformed_request',
  'not_found',
  'conflict',
  'gone',
  'bad_gateway',
  'unavailable',
  'gateway_timeout',
] as const;

/** What an agent server refuses by itself. */
export const agentRefusals = {
  malformed_request: 'the agent server refused the request; `detail` contains its message',
} as const;
