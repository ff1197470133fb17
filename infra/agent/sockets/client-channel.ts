import type { IncomingMessage } from 'node:http';
import type { RawData, WebSocket } from 'ws';
import { isObject } from '../base/json.ts';
import { describe, log } from '../base/log.ts';
import { isAcceptedKey } from '../http/access.ts';
import { parseJson } from '../http/body.ts';
import { HttpError } from '../http/http-error.ts';

/** A client that is further behind is disconnected. It can reconnect and ask for missed events. */
const backlogLimitBytes = 64 * 1024 * 1024;

interface Mistake {
  readonly code: string;
  readonly detail: string;
}

/** A connection to one client. */
export class ClientChannel {
  private readonly socket: WebSocket;

  constructor(socket: WebSocket) {
    this.socket = socket;
  }

  /** Sends a document, or disconnects a client that does not read. */
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

  /** Handles documents of the client. Errors go only to that client, and the connection stays open. */
  onDocument(read: (document: unknown) => unknown, tell: (mistake: Mistake) => void): void {
    this.socket.on('message', (data) => {
      this.receive(data, read).catch((error: unknown) => tell(mistakeOf(error)));
    });
  }

  private async receive(data: RawData, read: (document: unknown) => unknown): Promise<void> {
    const document = parseJson(data.toString());
    if (!isAuthFrame(document)) await read(document);
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

/** Checks the key of a handshake. A missing key can follow in the first frame. */
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

/** Waits for the key in the first frame; without it, closes the connection with 4001. */
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
    // The frame is not JSON.
    return false;
  }
}
