import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket, WebSocketServer } from 'ws';
import { describe, log } from '../base/log.ts';
import { asConversationId } from '../conversations/conversation-id.ts';
import { bodyLimitBytes } from '../http/body.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import { followCommands } from './bash-socket.ts';
import { ClientChannel } from './client-channel.ts';
import { followConversation } from './event-socket.ts';
import { Heartbeat } from './heartbeat.ts';
import { awaitKey, judgeHandshake } from './socket-auth.ts';

const mostSockets = 500;

type Follow = (channel: ClientChannel) => void;

/** The WebSockets of the agent server. Their library is loaded with the first of them, to start faster. */
export class Sockets {
  private readonly lifecycle: Lifecycle;
  private readonly open = new Set<WebSocket>();
  private readonly heartbeat = new Heartbeat();
  private acceptor: Promise<WebSocketServer> | undefined;

  constructor(server: Server, lifecycle: Lifecycle) {
    this.lifecycle = lifecycle;
    server.on('upgrade', (request, socket, head) => {
      // A client may vanish during its handshake: only its socket ends.
      socket.on('error', () => socket.destroy());
      this.upgrade(request, socket, head).catch((error) => {
        log(`cannot open a WebSocket: ${describe(error)}`);
        socket.destroy();
      });
    });
  }

  /** Says goodbye to every client. */
  close(): void {
    this.heartbeat.stop();
    for (const socket of this.open) socket.close(1001, 'Server is stopping');
  }

  private async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const [pathname = '', search] = (request.url ?? '').split('?');
    const query = new URLSearchParams(search);
    const { sessionApiKeys } = this.lifecycle.settings;
    const follow = this.followerOf(pathname, query);
    const outcome = judgeHandshake(request, query, sessionApiKeys);
    const refusal = this.refusalOf(follow, outcome);
    log(`WebSocket ${pathname} ${refusal ?? 'accepted'}`);
    if (!follow || refusal) {
      socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    this.acceptor ??= loadAcceptor();
    const acceptor = await this.acceptor;
    acceptor.handleUpgrade(request, socket, head, (webSocket) => {
      this.track(webSocket);
      const begin = () => follow(new ClientChannel(webSocket));
      if (this.open.size > mostSockets) webSocket.close(1013, 'Too many connections');
      else if (outcome === 'open') begin();
      else awaitKey(webSocket, sessionApiKeys, begin);
    });
  }

  /** What a client of this address gets; undefined when there is nothing. */
  private followerOf(pathname: string, query: URLSearchParams): Follow | undefined {
    if (pathname === '/sockets/bash-events') return (channel) => followCommands(channel, this.lifecycle, query);
    const id = asConversationId(/^\/sockets\/events\/([^/]+)$/.exec(pathname)?.[1] ?? '');
    return id === undefined ? undefined : (channel) => followConversation(channel, this.lifecycle, id, query);
  }

  private refusalOf(follow: Follow | undefined, outcome: string): string | undefined {
    if (!this.lifecycle.isReady) return '503 Service Unavailable';
    if (!follow) return '404 Not Found';
    return outcome === 'refused' ? '403 Forbidden' : undefined;
  }

  private track(socket: WebSocket): void {
    this.open.add(socket);
    this.heartbeat.add(socket);
    socket.on('close', () => this.open.delete(socket));
    socket.on('error', (error) => log(`WebSocket error: ${error.message}`));
  }
}

async function loadAcceptor(): Promise<WebSocketServer> {
  const { WebSocketServer } = await import('ws');
  return new WebSocketServer({ noServer: true, maxPayload: bodyLimitBytes });
}
