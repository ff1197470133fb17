import type { IncomingMessage } from 'node:http';
import type { RawData, WebSocket } from 'ws';
import { isObject } from '../base/json.ts';
import { isAcceptedKey } from '../http/access.ts';
import { parseJson } from '../http/body.ts';

const patienceMilliseconds = 10_000;

/** Whether a handshake may go on: its key must be right, and a missing one may follow in the first frame. */
export function judgeHandshake(
  request: IncomingMessage,
  query: URLSearchParams,
  accepted: readonly string[],
): 'open' | 'refused' | 'awaits key' {
  if (accepted.length === 0) return 'open';
  const given = query.get('session_api_key') ?? request.headers['x-session-api-key']?.toString();
  if (given === undefined) return 'awaits key';
  return isAcceptedKey(given, accepted) ? 'open' : 'refused';
}

/** Lets a client in when its first frame has a key; otherwise it is sent away with 4001. */
export function awaitKey(socket: WebSocket, accepted: readonly string[], follow: () => void): void {
  const refuse = () => socket.close(4001, 'Authentication failed');
  const timer = setTimeout(refuse, patienceMilliseconds);
  socket.on('close', () => clearTimeout(timer));
  socket.once('message', (data) => {
    clearTimeout(timer);
    if (isAuthentic(data, accepted)) follow();
    else refuse();
  });
}

export function isAuthFrame(frame: unknown): frame is { readonly session_api_key?: unknown } {
  return isObject(frame) && frame.type === 'auth';
}

function isAuthentic(data: RawData, accepted: readonly string[]): boolean {
  try {
    const frame = parseJson(data.toString());
    if (!isAuthFrame(frame)) return false;
    const key = frame.session_api_key;
    return isAcceptedKey(typeof key === 'string' ? key : undefined, accepted);
  } catch {
    // What is not even JSON is no key.
    return false;
  }
}
