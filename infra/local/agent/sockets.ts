import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket, WebSocketServer } from 'ws';
import { EventSocket } from './event-socket.ts';
import { bodyLimitBytes } from './http/body.ts';
import type { Lifecycle } from './lifecycle.ts';
import { describe, log } from './log.ts';

const mostSockets = 500;
const pingMilliseconds = 20_000;

/** The WebSockets of the agent server. Their library is loaded with the first of them, to start faster. */
export class Sockets {
  private readonly lifecycle: Lifecycle;
  private readonly open = new Set<WebSocket>();
  private readonly answered = new WeakSet<WebSocket>();
  private acceptor: Promise<WebSocketServer> | undefined;
  private pings: NodeJS.Timeout | undefined;

  constructor(server: Server, lifecycle: Lifecycle) {
    this.lifecycle = lifecycle;
    server.on('upgrade', (request, socket, head) => {
      // A client that vanishes during its handshake concerns nobody.
      socket.on('error', () => socket.destroy());
      this.upgrade(request, socket, head).catch((error) => {
        log(`cannot open a WebSocket: ${describe(error)}`);
        socket.destroy();
      });
    });
  }

  /** Says goodbye to every client. */
  close(): void {
    clearInterval(this.pings);
    for (const socket of this.open) socket.close(1001, 'Server is stopping');
  }

  private async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const [pathname = '', query] = (request.url ?? '').split('?');
    const id = /^\/sockets\/events\/([^/]+)$/.exec(pathname)?.[1];
    const refusal = id === undefined ? '404 Not Found' : this.lifecycle.isReady ? undefined : '503 Service Unavailable';
    log(`WebSocket ${pathname} ${refusal ?? 'accepted'}`);
    if (id === undefined || refusal) {
      socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    this.acceptor ??= loadAcceptor();
    const acceptor = await this.acceptor;
    acceptor.handleUpgrade(request, socket, head, (webSocket) => {
      this.track(webSocket);
      if (this.open.size > mostSockets) webSocket.close(1013, 'Too many connections');
      else new EventSocket(webSocket, this.lifecycle, id).begin(new URLSearchParams(query), request.headers);
    });
  }

  /** Pings tell proxies that the connection is in use, and tell this server when the client is gone. */
  private track(socket: WebSocket): void {
    this.open.add(socket);
    this.answered.add(socket);
    socket.on('pong', () => this.answered.add(socket));
    socket.on('close', () => this.open.delete(socket));
    socket.on('error', (error) => log(`WebSocket error: ${error.message}`));
    this.pings ??= setInterval(() => this.ping(), pingMilliseconds).unref();
  }

  private ping(): void {
    for (const socket of this.open) {
      if (!this.answered.delete(socket)) socket.terminate();
      else socket.ping();
    }
  }
}

async function loadAcceptor(): Promise<WebSocketServer> {
  const { WebSocketServer } = await import('ws');
  return new WebSocketServer({ noServer: true, maxPayload: bodyLimitBytes });
}
