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

/** Passes one request and its answer, piece by piece. @returns why the viewer did not get the origin's answer, if so */
export async function forwardRequest(
  passage: Passage,
  response: ServerResponse,
  agent: Agent,
): Promise<string | undefined> {
  const { message, verdict, target } = passage;
  pointToOrigin(passage);
  // A proxy of its own for each request: the library's events do not all say which request they belong to.
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

/** The library passes on what ends early: a viewer that goes ends the origin's answer, and the other way round. */
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
  // A stream of events may have none for minutes; a body that is there already goes together with the head.
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
