import { randomBytes } from 'node:crypto';
import { Agent, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { OwnName } from '../sockets/listen.ts';
import { type LoopbackPort, ServedPort } from '../sockets/loopback-port.ts';
import { privateNetworkHeaders, REQUEST_PRIVATE_NETWORK } from '../sockets/private-network.ts';
import { type EdgeAnswer, errorAnswer, send, sendToSocket } from './edge-answer.ts';
import type { EdgeSettings } from './edge-settings.ts';
import { forwardRequest, forwardUpgrade } from './forward.ts';
import { isWebSocketUpgrade, type Passage, reasonOf, type Target } from './passage.ts';
import type { ChangingFunction } from './response-function.ts';
import type { ViewerRequest } from './verdict.ts';
import { type DecidingFunction, decide } from './viewer-decision.ts';

/** One request or WebSocket, once it is over. */
export interface EdgeLogEntry {
  readonly requestId: string;
  readonly viewerIp: string;
  readonly method: string;
  /** The path as the viewer sent it, without the query. */
  readonly path: string;
  /** 0 when the exchange ended without a response. */
  readonly status: number;
  readonly milliseconds: number;
  /** Why the viewer did not get an origin's response, if so. */
  readonly failure: string | undefined;
}

export interface EdgeOptions {
  readonly function: DecidingFunction;
  /** The function on responses, if the distribution has one. */
  readonly responseFunction?: ChangingFunction | undefined;
  readonly settings: EdgeSettings;
  /** The address of an origin that speaks HTTP; undefined when nothing has this name. */
  resolve(domainName: string, port: number): Target | undefined;
  /** The address of an origin that speaks HTTPS, which this edge reaches by HTTP. Without it, there is none. */
  resolveSecure?(domainName: string, port: number): Target | undefined;
  /** Checks the Host header. Without it, every name is accepted. */
  readonly isOwnName?: OwnName;
  /** PEM. Without it, the edge speaks plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Time without data from either side before a WebSocket is closed. The default is CloudFront's limit. */
  readonly socketIdleMilliseconds?: number;
  log(entry: EdgeLogEntry): void;
}

export interface Edge {
  /**
   * Resolves to the port; 0 takes any free one. @throws when the port is not available
   *
   * @param further ports that lead to the same edge, held by the caller
   */
  listen(port: LoopbackPort | number, further?: readonly LoopbackPort[]): Promise<number>;
  /** Accepts no further requests, closes WebSockets, and cuts off the requests that have not ended after a second. */
  stop(): Promise<void>;
}

const TEN_MINUTES = 600_000;
const graceMilliseconds = 1_000;
/** Shorter than the keep-alive of common servers, so that no request meets a connection that the origin is closing. */
const originIdleMilliseconds = 3_000;

/** An HTTP server that behaves like CloudFront with the template's distribution. */
export function createEdge(options: EdgeOptions): Edge {
  const exchanges = new Exchanges(options);
  const serverOptions = {
    shouldUpgradeCallback: isWebSocketUpgrade,
    // Uploads can take any time. The read timeout of the origin ends one that stalls.
    requestTimeout: 0,
    keepAliveTimeout: 310_000,
  };
  const server = options.tls ? createTlsServer({ ...options.tls, ...serverOptions }) : createServer(serverOptions);
  const port = new ServedPort();
  server.on('request', (message: IncomingMessage, response: ServerResponse) => {
    if (port.isStopping) response.shouldKeepAlive = false;
    void exchanges.request(message, response);
  });
  server.on('upgrade', (message: IncomingMessage, socket: Socket, head: Buffer) => {
    void exchanges.upgrade(message, socket, head);
  });
  return {
    listen: (at, further) => port.listen(server, at, further),
    stop: () => stop(server, port, exchanges),
  };
}

class Exchanges {
  readonly #options: EdgeOptions;
  readonly #agent = new Agent({ keepAlive: true, timeout: originIdleMilliseconds });
  readonly #sockets = new Set<Socket>();
  readonly #responses = new Set<ServerResponse>();

  constructor(options: EdgeOptions) {
    this.#options = options;
  }

  async request(message: IncomingMessage, response: ServerResponse): Promise<void> {
    answerForMachine(message, response);
    const log = this.#begin(message);
    this.#responses.add(response);
    response.once('close', () => this.#responses.delete(response));
    try {
      const next = await this.#next(message, log.request);
      if ('status' in next) send(message, response, next);
      const failure = 'status' in next ? next.failure : await forwardRequest(next, response, this.#agent);
      log.end(response.statusCode, failure);
    } catch (error) {
      response.destroy();
      log.end(0, reasonOf(error));
    }
  }

  async upgrade(message: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    const log = this.#begin(message);
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    // The viewer may leave while the function runs. After that, the proxy handles its errors.
    socket.on('error', () => socket.destroy());
    // Browsers wait for the responses before it. The two would mix, and Node gives a socket to one response at a time.
    if ([...this.#responses].some(({ req }) => req.socket === socket)) {
      socket.destroy();
      log.end(0, 'an upgrade came before the response to an earlier request of its connection');
      return;
    }
    try {
      const next = await this.#next(message, log.request);
      if ('status' in next) sendToSocket(message, socket, next);
      const idleMilliseconds = this.#options.socketIdleMilliseconds ?? TEN_MINUTES;
      const { status, failure } =
        'status' in next ? next : await forwardUpgrade(next, { socket, head, idleMilliseconds });
      log.end(status, failure);
    } catch (error) {
      socket.destroy();
      log.end(0, reasonOf(error));
    }
  }

  /** Closes connections after their current request, and ends WebSockets. */
  close(): void {
    for (const response of this.#responses) response.shouldKeepAlive = false;
    for (const socket of this.#sockets) socket.destroySoon();
  }

  cutOff(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#agent.destroy();
  }

  async #next(message: IncomingMessage, request: ViewerRequest): Promise<EdgeAnswer | Passage> {
    const { settings, responseFunction } = this.#options;
    const verdict = await decide(message, request, this.#options);
    if ('status' in verdict) return verdict;
    const { domainName, port, protocol } = verdict.origin;
    const target =
      protocol === 'http' ? this.#options.resolve(domainName, port) : this.#options.resolveSecure?.(domainName, port);
    if (target) return { message, request, verdict, target, settings, responseFunction };
    return errorAnswer(settings, 502, request.requestId, `nothing is at ${protocol}://${domainName}:${port}`);
  }

  #begin(message: IncomingMessage) {
    const began = performance.now();
    const request = viewerRequestOf(message);
    const { requestId, viewerIp, method, uri: path } = request;
    const end = (status: number, failure: string | undefined): void => {
      const milliseconds = Math.round(performance.now() - began);
      this.#options.log({ requestId, viewerIp, method, path, status, milliseconds, failure });
    };
    return { request, end };
  }
}

async function stop(server: Server, port: ServedPort, exchanges: Exchanges): Promise<void> {
  const stopped = port.stop(graceMilliseconds);
  exchanges.close();
  server.closeIdleConnections();
  await stopped;
  exchanges.cutOff();
}

/** Answers a question about this machine itself, for which agent servers refuse a preflight. */
function answerForMachine(message: IncomingMessage, response: ServerResponse): void {
  const [asked] = message.headersDistinct[REQUEST_PRIVATE_NETWORK] ?? [];
  for (const [name, value] of privateNetworkHeaders(message.method ?? '', asked)) response.setHeader(name, value);
  for (const headers of [message.headersDistinct, message.headers]) delete headers[REQUEST_PRIVATE_NETWORK];
}

/** CloudFront describes viewers in these headers, so viewers cannot set them. */
const OWN_HEADERS = /^(?:cloudfront-|x-amz-cf-|x-edge-)/;

/** The request as the function sees it. Its id is also the `X-Amz-Cf-Id` of the response. */
function viewerRequestOf(message: IncomingMessage): ViewerRequest {
  const [uri = '/', ...query] = pathOf(message.url ?? '/').split('?');
  const headers = Object.entries(message.headersDistinct).flatMap(([name, values]) =>
    values === undefined || OWN_HEADERS.test(name) ? [] : [[name, values] as const],
  );
  return {
    localPort: message.socket.localPort,
    requestId: `${randomBytes(40).toString('base64url')}==`,
    viewerIp: (message.socket.remoteAddress ?? '').replace('::ffff:', ''),
    method: message.method ?? 'GET',
    uri,
    query: query.length === 0 ? undefined : query.join('?'),
    headers: Object.fromEntries(headers),
  };
}

/** Clients can also send the whole URL. */
function pathOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}
