import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Assembly } from '../assembly/assembly.ts';
import type { Functions } from '../lambda/functions.ts';
import { type OwnName, ownNames } from '../sockets/listen.ts';
import { type LoopbackPort, ServedPort } from '../sockets/loopback-port.ts';
import { type Api, readApi } from './api.ts';
import { Authorizer } from './authorizer.ts';
import { type Answer, type Exchange, headerOf, type StreamedAnswer } from './exchange.ts';
import { answerFromFunction, answerInPieces } from './function-integration.ts';
import { GatewayFailure, withoutMethod } from './gateway-failure.ts';
import {
  answerToFailure,
  answerToRefusal,
  Refusal,
  refusalOfBytes,
  refusalOfHost,
  refusalOfTunnel,
} from './gateway-responses.ts';
import type { AuthorizerSettings } from './integration.ts';
import { answerFromMock } from './mock-integration.ts';
import { readHead, readRequest, unreadHead } from './read-request.ts';
import { createRouter, type Router } from './router.ts';
import { Throttles } from './throttle.ts';
import { gatewayHeaders, writeAnswer, writePieces } from './write-answer.ts';

/** One request, after its response. */
export interface AccessLogEntry {
  readonly requestId: string;
  readonly sourceIp: string;
  readonly method: string;
  readonly path: string;
  /** The path of the resource, such as `/things/{id}`; undefined for a route that does not exist. */
  readonly resourcePath: string | undefined;
  readonly status: number;
  readonly milliseconds: number;
  /** Why API Gateway itself responded, if it did. */
  readonly failure: string | undefined;
}

export interface Gateway {
  /** Resolves to the port; 0 takes any free one. @throws when the port is not available */
  listen(port: LoopbackPort | number): Promise<number>;
  /** Accepts no further requests, and cuts off those that have not ended after two seconds. */
  stop(): Promise<void>;
}

export interface GatewayOptions {
  readonly assembly: Assembly;
  readonly functions: Pick<Functions, 'invoke' | 'invokeStreaming'>;
  /** Host names besides loopback that requests may use; see `ownNames`. */
  readonly allowedHosts?: readonly string[];
  /** Stage variables that only a running service knows, such as URLs with their ports. */
  readonly stageVariables?: () => Readonly<Record<string, string>>;
  log(entry: AccessLogEntry): void;
}

const graceMilliseconds = 2_000;

/** An HTTP server that behaves like API Gateway with the template's REST API. @throws for an unsupported API */
export function createGateway(options: GatewayOptions): Gateway {
  const handler = new RequestHandler(options);
  const openResponses = new Set<ServerResponse>();
  const port = new ServedPort();
  const onRequest = (message: IncomingMessage, response: ServerResponse): void => {
    openResponses.add(response);
    if (port.isStopping) response.shouldKeepAlive = false;
    response.once('close', () => openResponses.delete(response));
    void handler.handle(message, response);
  };
  // A request without Host gets a response of the gateway, like any other.
  const server = createServer({ requireHostHeader: false }, onRequest);
  // Node would respond to these itself, without a body.
  server.on('checkExpectation', onRequest);
  server.on('connect', (_message, socket: Socket) => handler.handleBytes(refusalOfTunnel, socket));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const isAnswered = [...openResponses].some((response) => response.socket === socket && response.headersSent);
    if (isAnswered || !socket.writable) socket.destroy();
    else handler.handleBytes(refusalOfBytes(error.code), socket);
  });
  // API Gateway keeps idle connections this long, so that clients never find one closed early.
  server.keepAliveTimeout = 310_000;
  return {
    listen: (at) => port.listen(server, at),
    stop: () => stop(server, port, openResponses),
  };
}

class RequestHandler {
  readonly #api: Api;
  readonly #route: Router;
  readonly #throttles = new Throttles();
  readonly #authorizers = new Map<AuthorizerSettings, Authorizer>();
  readonly #options: GatewayOptions;
  readonly #isOwnName: OwnName;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#isOwnName = ownNames(options.allowedHosts ?? []);
    this.#api = readApi(options.assembly);
    this.#route = createRouter(this.#api.methods);
  }

  async handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const head = readHead(message);
    const api = this.#apiNow();
    let exchange: Exchange = { api, request: head };
    let failure: GatewayFailure | Refusal | undefined;
    try {
      this.#assertOwnName(message);
      exchange = { api, request: await readRequest(message, head) };
      const answer = await this.#answer(exchange);
      if ('pieces' in answer) await writePieces(response, answer, exchange);
      else await writeAnswer(response, answer, exchange);
    } catch (error) {
      // The client has gone, so no response can reach it.
      if (message.destroyed && !message.complete) return;
      failure = toFailure(error);
      // A client with a part of a response must not take it for the whole.
      if (response.headersSent) response.destroy();
      else await this.#answerFailure(failure, exchange, response);
    }
    this.#log(exchange, response.statusCode, failure);
  }

  #apiNow(): Api {
    const { stageVariables } = this.#options;
    return stageVariables === undefined
      ? this.#api
      : { ...this.#api, stageVariables: { ...this.#api.stageVariables, ...stageVariables() } };
  }

  /** Responds to a client whose request could not be read. */
  handleBytes(refusal: Refusal, socket: Socket): void {
    const exchange = { api: this.#api, request: unreadHead(socket) };
    const answer = answerToRefusal(refusal, exchange);
    answerAndClose(socket, { ...answer, headers: [...answer.headers, ...gatewayHeaders(exchange.request)] });
    this.#log(exchange, refusal.status, refusal);
  }

  #assertOwnName({ headersDistinct: { host: hosts = [] } }: IncomingMessage): void {
    if (hosts.length !== 1 || !this.#isOwnName(hosts[0])) throw refusalOfHost(hosts);
  }

  /** A gateway response that cannot be sent must not crash the server. */
  async #answerFailure(failure: GatewayFailure | Refusal, exchange: Exchange, response: ServerResponse): Promise<void> {
    try {
      const answer =
        failure instanceof Refusal ? answerToRefusal(failure, exchange) : answerToFailure(failure, exchange);
      await writeAnswer(response, answer, exchange);
    } catch {
      response.removeHeader('Content-Length');
      response.writeHead(500, { 'Content-Type': 'application/json' }).end('{"message":"Internal server error"}');
    }
  }

  async #answer(exchange: Exchange): Promise<Answer | StreamedAnswer> {
    const { request } = exchange;
    exchange.match = this.#route(request.method, request.path);
    if (!exchange.match) throw withoutMethod(headerOf(request.headers, 'authorization'));
    const { method } = exchange.match;
    this.#throttles.take(method);
    if (method.authorizer) exchange.authorizer = await this.#authorizer(method.authorizer).authorize(exchange);
    const { integration } = method;
    const { functions } = this.#options;
    if (integration.type === 'mock') return answerFromMock(integration, exchange);
    return integration.streams
      ? answerInPieces(integration, exchange, functions)
      : answerFromFunction(integration, exchange, functions);
  }

  #authorizer(settings: AuthorizerSettings): Authorizer {
    const existing = this.#authorizers.get(settings) ?? new Authorizer(settings, this.#options.functions);
    this.#authorizers.set(settings, existing);
    return existing;
  }

  #log({ request, match }: Exchange, status: number, failure: GatewayFailure | Refusal | undefined): void {
    this.#options.log({
      requestId: request.requestId,
      sourceIp: request.sourceIp,
      method: request.method,
      path: request.path,
      resourcePath: match?.method.resourcePath,
      status,
      milliseconds: Date.now() - request.receivedAt.getTime(),
      failure: failure && reasonOf(failure),
    });
  }
}

/** Any other error is a fault of the response, such as a header with a line break in it. */
function toFailure(error: unknown): GatewayFailure | Refusal {
  if (error instanceof GatewayFailure || error instanceof Refusal) return error;
  return new GatewayFailure('DEFAULT_5XX', 'Internal server error', {
    status: 502,
    reason: String(error),
    cause: error,
  });
}

function reasonOf(failure: GatewayFailure | Refusal): string {
  if (failure instanceof Refusal) return failure.message;
  return `${failure.kind}${failure.reason === undefined ? '' : `: ${failure.reason}`}`;
}

async function stop(server: Server, port: ServedPort, openResponses: Iterable<ServerResponse>): Promise<void> {
  // These connections would otherwise stay open for a next request, which would not be accepted.
  for (const response of openResponses) response.shouldKeepAlive = false;
  const stopped = port.stop(graceMilliseconds);
  server.closeIdleConnections();
  await stopped;
}

/** Time for a client to read a response and close its side. */
const READ_WITHIN_MS = 1_000;

/** Responds on a connection that can no longer be parsed, and closes it. */
function answerAndClose(socket: Socket, { status, headers, body }: Answer): void {
  const all = [...headers, ['Content-Length', String(body.length)], ['Connection', 'close']] as const;
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...all.map((header) => header.join(': ')), '', ''];
  socket.end(Buffer.concat([Buffer.from(head.join('\r\n')), body]));
  // Closing at once, with bytes of the client unread, would lose the response.
  const timer = setTimeout(() => socket.destroy(), READ_WITHIN_MS);
  socket.once('close', () => clearTimeout(timer));
}
