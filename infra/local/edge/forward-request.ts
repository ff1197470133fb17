import type { Agent, IncomingMessage, ServerResponse } from 'node:http';
import { createProxyServer } from 'httpxy';
import { send } from './edge-answer.ts';
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
  proxy.on('proxyReq', (outgoing) => limitTimes(outgoing, verdict.origin, response));
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
