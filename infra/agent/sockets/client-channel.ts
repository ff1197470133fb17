import type { IncomingMessage } from 'node:http';
import type { RawData, WebSocket } from 'ws';
import { isObject } from '../base/json.ts';
import { describe, log } from '../base/log.ts';
import { isAcceptedKey } from '../http/access.ts';
import { parseJson } from '../http/body.ts';
import { HttpError } from '../http/http-error.ts';

/** A client this far behind is let go; it may come back and ask for what it missed. */
const backlogLimitBytes = 64 * 1024 * 1024;

/** What a client's mistake is called, and what it was. */
interface Mistake {
  readonly code: string;
  readonly detail: string;
}

/** Documents to one client and from it. */
export class ClientChannel {
  private readonly socket: WebSocket;

  constructor(socket: WebSocket) {
    this.socket = socket;
  }

  /** Sends what happens now; a client that does not read is let go. */
  push(document: object): void {
    if (this.socket.bufferedAmount > backlogLimitBytes) this.socket.close(1013, 'Too far behind');
    else this.send(document);
  }

  send(document: object): void {
    this.socket.send(JSON.stringify(document));
  }

  close(code: number, reason: string): void {
    this.socket.close(code, reason);
  }

  onClose(act: () => void): void {
    this.socket.on('close', act);
  }

  /** Reads what a client says. That client alone gets the error of its mistake, and the connection stays. */
  onDocument(read: (document: unknown) => void, tell: (mistake: Mistake) => void): void {
    this.socket.on('message', (data) => {
      try {
        this.receive(data, read);
      } catch (error) {
        tell(mistakeOf(error));
      }
    });
  }

  private receive(data: RawData, read: (document: unknown) => void): void {
    const document = parseJson(data.toString());
    if (!isAuthFrame(document)) read(document);
  }
}

function mistakeOf(error: unknown): Mistake {
  if (error instanceof HttpError) {
    return { code: error.status === 422 ? 'ValidationError' : 'HttpError', detail: error.message };
  }
  log(`internal error: ${describe(error)}`);
  return { code: 'InternalError', detail: 'Internal Server Error' };
}

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

function isAuthFrame(frame: unknown): frame is { readonly session_api_key?: unknown } {
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
