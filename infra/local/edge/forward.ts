import type { Agent, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createProxyServer } from 'httpxy';
import { send, sendToSocket } from './edge-answer.ts';
import {
  limitTimes,
  type Passage,
  pageInsteadOf,
  pointToOrigin,
  reasonOf,
  unreachable,
  viewerHeaders,
} from './passage.ts';

/** Streams one request and its response. @returns why the viewer did not get the origin's response, if so */
export async function forwardRequest(
  passage: Passage,
  response: ServerResponse,
  agent: Agent,
): Promise<string | undefined> {
  const { message, verdict, target } = passage;
  pointToOrigin(passage);
  // One proxy per request, because not all events of the library say to which request they belong.
  const proxy = createProxyServer();
  let failure: string | undefined;
  proxy.on('proxyReq', (outgoing) => {
    limitTimes(outgoing, verdict.origin, response);
    // Node hands the socket over with this event: nothing else would end the request.
    outgoing.once('upgrade', (_, socket: Socket) => {
      socket.destroy();
      outgoing.emit('error', new Error('the origin changed the protocol of an ordinary request'));
    });
  });
  proxy.on('proxyRes', (answer) => {
    failure = relay(passage, answer, response);
  });
  try {
    await proxy.web(message, response, { target: { ...target, protocol: 'http:' }, agent, selfHandleResponse: true });
  } catch (error) {
    failure ??= reasonOf(error);
    if (!response.headersSent && !response.destroyed) send(message, response, unreachable(passage, error));
  }
  return failure ?? (response.destroyed && !response.writableFinished ? 'one side broke it off' : undefined);
}

/** The library propagates early ends: a viewer that leaves ends the origin's response, and the other way round. */
function relay(passage: Passage, answer: IncomingMessage, response: ServerResponse): string | undefined {
  const page = pageInsteadOf(passage, answer);
  if (page) {
    answer.destroy();
    send(passage.message, response, page);
    return page.failure;
  }
  try {
    response.writeHead(answer.statusCode ?? 0, answer.statusMessage, headersOf(passage, answer));
  } catch (error) {
    answer.destroy();
    const refused = unreachable(passage, error);
    send(passage.message, response, refused);
    return refused.failure;
  }
  answer.pipe(response);
  // An event stream can have no body for minutes. A body that is already there is sent together with the head.
  setImmediate(() => {
    if (!response.writableEnded) response.flushHeaders();
  });
  return undefined;
}

function headersOf(passage: Passage, answer: IncomingMessage): Record<string, string | string[]> {
  const headers = Object.entries(viewerHeaders(passage, answer));
  return Object.fromEntries(
    headers.map(([name, value]) => [name, typeof value === 'string' || value.length > 1 ? value : value[0]]),
  ) as Record<string, string | string[]>;
}

interface Upgrade {
  readonly socket: Socket;
  /** Bytes that the viewer sent after its request. */
  readonly head: Buffer;
  readonly idleMilliseconds: number;
}

interface UpgradeOutcome {
  /** Status of the response that the viewer got. */
  readonly status: number;
  readonly failure: string | undefined;
}

/** Connects a viewer's WebSocket with the origin's, or passes on why that failed. Resolves once both are closed. */
export function forwardUpgrade(passage: Passage, { socket, head, idleMilliseconds }: Upgrade): Promise<UpgradeOutcome> {
  const { message, verdict, target } = passage;
  let outcome: UpgradeOutcome | undefined;
  const answer = (page: ReturnType<typeof unreachable>) => {
    outcome = { status: page.status, failure: page.failure };
    sendToSocket(message, socket, page);
  };
  const changeOrRefuse = (response: IncomingMessage, framing: Record<string, string | undefined>) => {
    try {
      changeHeaders(passage, response, framing);
    } catch (error) {
      response.headers = {};
      answer(unreachable(passage, error));
    }
  };
  pointToOrigin(passage);
  const proxy = createProxyServer();
  proxy.on('proxyReqWs', (outgoing) => {
    limitTimes(outgoing, verdict.origin, socket);
    socket.once('close', () => outgoing.destroy());
    outgoing.once('upgrade', (accepted: IncomingMessage) => {
      outcome = { status: 101, failure: undefined };
      changeOrRefuse(accepted, { connection: 'Upgrade', upgrade: 'websocket' });
    });
    outgoing.once('response', (refused: IncomingMessage) => {
      const page = pageInsteadOf(passage, refused);
      outcome = { status: refused.statusCode ?? 0, failure: undefined };
      if (!page) return changeOrRefuse(refused, framingOf(refused));
      answer(page);
      outgoing.destroy();
    });
  });
  proxy.on('error', (error) => {
    // The library ends the viewer's socket next.
    if (!outcome) answer(unreachable(passage, error));
    else outcome = { ...outcome, failure: outcome.failure ?? reasonOf(error) };
  });
  proxy.on('open', (origin) => {
    const close = () => {
      outcome = { status: 101, failure: `nothing passed for ${idleMilliseconds / 1_000} s` };
    };
    limitIdle([socket, origin], idleMilliseconds, close);
    socket.once('close', () => origin.destroySoon());
    origin.once('close', () => socket.destroySoon());
  });
  return new Promise((resolve) => {
    socket.once('close', () => resolve(outcome ?? { status: 0, failure: 'the viewer went away' }));
    void proxy.ws(message, socket, { target: { ...target, protocol: 'http:' } }, head);
  });
}

/** The library writes the headers that it finds in the origin's response. */
function changeHeaders(passage: Passage, answer: IncomingMessage, framing: Record<string, string | undefined>): void {
  answer.headers = { ...(viewerHeaders(passage, answer) as Record<string, string[]>), ...framing };
}

/** The library needs this header to stream the body. */
function framingOf({ headers }: IncomingMessage): Record<string, string | undefined> {
  const coding = headers['transfer-encoding'];
  return coding === undefined ? {} : { 'transfer-encoding': coding };
}

/** Closes both sockets after a time without data from either, and calls `onIdle` before that. */
function limitIdle(sockets: readonly [Socket, Socket], milliseconds: number, onIdle: () => void): void {
  const timer = setTimeout(() => {
    onIdle();
    for (const socket of sockets) socket.destroySoon();
  }, milliseconds);
  for (const socket of sockets) {
    socket.on('data', () => timer.refresh());
    socket.once('close', () => clearTimeout(timer));
  }
}
