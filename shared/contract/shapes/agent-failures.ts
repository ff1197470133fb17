/** How a question to an agent may fail. */
export const failures = ['not_found', 'conflict', 'gone', 'bad_gateway', 'unavailable', 'gateway_timeout'] as const;
