import { agentTime } from '../contract/shapes/agent-time.ts';
import { agentEventBounds, jsonExcess } from '../contract/shapes/json-bounds.ts';

const MAX_FRAME = agentEventBounds.bytes + agentEventBounds.pictureBytes;

/**
 * Reads an event from a frame of an agent server, which runs untrusted code in a sandbox. Undefined for a frame that
 * is not a JSON object or exceeds the bounds of the history, which shortens such events.
 */
export function readEventFrame(data: unknown): Readonly<Record<string, unknown>> | undefined {
  const text = String(data);
  if (text.length > MAX_FRAME || jsonExcess(text, agentEventBounds) !== undefined) return undefined;
  try {
    const event: unknown = JSON.parse(text);
    return typeof event === 'object' && event !== null ? { ...event } : undefined;
  } catch {
    return undefined;
  }
}

/** The time of an event in UTC with microseconds, so that times sort as text. Undefined for any other value. */
export function eventTime(value: unknown): string | undefined {
  return typeof value === 'string' ? agentTime(value) : undefined;
}

/**
 * The WebSocket URL for live events of a conversation. URLs are logged, so the key is in the first frame, `authFrame`.
 *
 * @param conversationUrl the conversation on its agent server
 * @param after the server resends events from this time in UTC; all events without it
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
