/** The endpoint for a caller's limits, which must stay available when they are reached. */
export const LIMITS_PATH = '/api/v1/limits';
