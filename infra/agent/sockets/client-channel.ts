import type { RawData, WebSocket } from 'ws';
import { describe, log } from '../base/log.ts';
import { parseJson } from '../http/body.ts';
import { HttpError } from '../http/http-error.ts';
import { isAuthFrame } from './socket-auth.ts';

/** A client this far behind is let go; it may come back and ask for what it missed. */
const backlogLimitBytes = 64 * 1024 * 1024;

/** What a client's mistake is called, and what it was. */
export interface Mistake {
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
