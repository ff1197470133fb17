const localOrigin = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/** The headers that let a page of an allowed origin read an answer. Pages on this machine are always allowed. */
export function corsHeaders(origin: string | undefined, allowedOrigins: readonly string[]): Record<string, string> {
  if (!origin) return {};
  const isAllowed = localOrigin.test(origin) || allowedOrigins.includes(origin) || allowedOrigins.includes('*');
  if (!isAllowed) return { Vary: 'Origin' };
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true', Vary: 'Origin' };
}

/** What a preflight request is told besides. The asked headers are allowed as asked. */
export function preflightHeaders(askedHeaders: string | undefined): Record<string, string> {
  return {
    'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE, OPTIONS',
    'Access-Control-Allow-Headers': askedHeaders ?? 'content-type, x-session-api-key',
    'Access-Control-Max-Age': '600',
  };
}
