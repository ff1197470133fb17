import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { WebSocket, WebSocketServer } from 'ws';
import { describe, log } from '../base/log.ts';
import { utcMicroseconds } from '../base/timestamps.ts';
import { readBashRequest } from '../bash/bash-event-files.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { asConversationId } from '../conversations/conversation-id.ts';
import { filterEvents, newEvent } from '../events/event.ts';
import { errorEvent } from '../events/event-contents.ts';
import { readUserMessage } from '../events/message.ts';
import { bodyLimitBytes } from '../http/body.ts';
import { Fields } from '../http/fields.ts';
import { readMicroseconds } from '../http/query.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import { awaitKey, ClientChannel, judgeHandshake } from './client-channel.ts';

const mostSockets = 500;

type Follow = (channel: ClientChannel) => void;

/** The WebSockets of the agent server. Their library is loaded on first use, for a faster start. */
export class Sockets {
  private readonly lifecycle: Lifecycle;
  private readonly open = new Set<WebSocket>();
  private readonly heartbeat = new Heartbeat();
  private acceptor: Promise<WebSocketServer> | undefined;

  constructor(server: Server, lifecycle: Lifecycle) {
    this.lifecycle = lifecycle;
    server.on('upgrade', (request, socket, head) => {
      // A client can disappear during its handshake.
      socket.on('error', () => socket.destroy());
      this.upgrade(request, socket, head).catch((error) => {
        log(`cannot open a WebSocket: ${describe(error)}`);
        socket.destroy();
      });
    });
  }

  /** Closes all connections. */
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

  /** The handler of a path; undefined for an unknown one. */
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

/** The limit of clients per conversation, and of clients of commands. */
const mostSubscribers = 50;

/** Sends the sandbox's commands to a client, which can start others. */
function followCommands(channel: ClientChannel, lifecycle: Lifecycle, query: URLSearchParams): void {
  const bash = lifecycle.bash();
  if (bash.listenerCount >= mostSubscribers) {
    channel.close(1013, 'Too many bash event connections');
    return;
  }
  channel.onDocument(
    (document) => {
      lifecycle.bash().start(readBashRequest(document));
    },
    ({ code, detail }) => {
      const id = randomUUID().replaceAll('-', '');
      channel.send({ id, timestamp: utcMicroseconds(), code, detail, kind: 'BashError' });
    },
  );
  if (query.get('resend_mode') === 'all' || /^(true|1)$/i.test(query.get('resend_all') ?? '')) {
    for (const event of bash.files.all()) channel.send(event);
  }
  channel.onClose(bash.subscribe((event) => channel.push(event)));
}

/** Sends a conversation to a client: the state, then missed events, then new ones. */
function followConversation(
  channel: ClientChannel,
  lifecycle: Lifecycle,
  conversationId: string,
  query: URLSearchParams,
): void {
  const conversation = lifecycle.isReady ? lifecycle.catalogue().find(conversationId) : undefined;
  if (!conversation) {
    channel.close(4004, 'Conversation not found');
    return;
  }
  if (conversation.subscriberCount >= mostSubscribers) {
    channel.close(1013, 'Too many connections for this conversation');
    return;
  }
  channel.onDocument(
    (document) => {
      const fields = new Fields(document);
      fields.require('role');
      const { message } = readUserMessage(fields);
      fields.finish();
      lifecycle.catalogue();
      return conversation.send(message, true);
    },
    ({ code, detail }) => channel.send(newEvent(errorEvent('ServerErrorEvent', code, detail))),
  );
  // As in the real agent server: new events come between those that are resent, and some come twice.
  const from = resentFrom(query);
  channel.send(conversation.fullState());
  channel.onClose(
    conversation.subscribe({
      onEvent: (event) => channel.push(event),
      onDelta: (event) => channel.push(event),
      onEnd: () => channel.close(4004, 'Conversation deleted'),
    }),
  );
  if (from !== undefined) void resend(channel, conversation, from);
}

/** The time of the first event to resend; undefined for none, as for `since` without a time. */
function resentFrom(query: URLSearchParams): number | undefined {
  const mode = query.get('resend_mode') || (/^(true|1)$/i.test(query.get('resend_all') ?? '') ? 'all' : undefined);
  if (mode === 'all') return Number.NEGATIVE_INFINITY;
  return mode === 'since' ? readMicroseconds(query, 'after_timestamp') : undefined;
}

/** Does other work between two events. */
export async function resend(
  channel: Pick<ClientChannel, 'send'>,
  conversation: Pick<Conversation, 'events'>,
  from: number,
): Promise<void> {
  for (let at = 0; at < conversation.events.length; at += 1) {
    for (const event of filterEvents(conversation.events.slice(at, at + 1), { from })) channel.send(event);
    await setImmediate();
  }
}

interface PingedSocket {
  ping(): void;
  terminate(): void;
  on(event: 'pong' | 'close', act: () => void): unknown;
}

/**
 * Pings all open WebSockets. This keeps proxies from closing idle ones, as the edge does after 10 minutes, and detects
 * clients that are gone.
 */
export class Heartbeat {
  private readonly intervalMilliseconds: number;
  private readonly open = new Set<PingedSocket>();
  private readonly answered = new WeakSet<PingedSocket>();
  private timer: NodeJS.Timeout | undefined;

  constructor(intervalMilliseconds = 30_000) {
    this.intervalMilliseconds = intervalMilliseconds;
  }

  add(socket: PingedSocket): void {
    this.open.add(socket);
    this.answered.add(socket);
    socket.on('pong', () => this.answered.add(socket));
    socket.on('close', () => this.open.delete(socket));
    this.timer ??= setInterval(() => this.ping(), this.intervalMilliseconds).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private ping(): void {
    for (const socket of this.open) {
      if (!this.answered.delete(socket)) socket.terminate();
      else socket.ping();
    }
  }
}
