/**
 * Where the events of a conversation come as they happen, for a WebSocket. Its key is not part of it, as addresses are
 * logged: it is the first frame, `authFrame`.
 *
 * @param conversationUrl the conversation on its agent server
 * @param after the time from which on events are sent again, in UTC; all of them without one
 */
export function eventSocketUrl(conversationUrl: string, after: string | undefined): string {
  const address = new URL(conversationUrl);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.pathname = address.pathname.replace(/\/api\/conversations\/([^/]+)\/?$/, '/sockets/events/$1');
  address.search = new URLSearchParams(
    after === undefined ? { resend_mode: 'all' } : { resend_mode: 'since', after_timestamp: after },
  ).toString();
  return address.href;
}

export function authFrame(sessionKey: string): string {
  return JSON.stringify({ type: 'auth', session_api_key: sessionKey });
}
