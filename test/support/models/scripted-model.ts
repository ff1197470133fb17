import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ModelInterface } from '../../../shared/domain/broker/calls/model-call.ts';
import { close, listen } from '../http/servers.ts';
import { type Asked, errorBody, formats, MODEL } from './model-formats.ts';
import { type Answer, type RawAnswer, type Step, says } from './model-script.ts';

/** A request that the model got. */
export interface ModelRequest {
  readonly kind: ModelInterface;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The parsed body. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Whether the client closed the connection before the end of the response. */
  wasCutOff: boolean;
}

/** What the model says to a request. */
export type Script = (request: ModelRequest) => Step;

export interface ScriptedModel {
  readonly origin: string;
  /** The base URL for all interfaces: they follow it as `/chat/completions`, `/messages` and so on. */
  readonly url: string;
  readonly requests: readonly ModelRequest[];
  /** The next requests get these, in order. */
  next(...steps: readonly Step[]): void;
  /** All further requests get what this says. By default, the model says hello. */
  follow(script: Script): void;
  close(): Promise<void>;
}

interface Options {
  /** Refuses requests with another key, as OpenAI does. */
  readonly key?: string;
  /** A free port by default. */
  readonly port?: number;
}

const kinds: readonly (readonly [suffix: string, kind: ModelInterface])[] = [
  ['/chat/completions', 'chat_completions'],
  ['/responses', 'responses'],
  ['/embeddings', 'embeddings'],
  ['/messages', 'messages'],
];

/**
 * A server with the interfaces of OpenAI and Anthropic, whose model answers by script: texts, calls of tools, streams,
 * errors, and everything that can go wrong. It costs nothing and is never slow by itself.
 */
export async function startScriptedModel({ key, port = 0 }: Options = {}): Promise<ScriptedModel> {
  const requests: ModelRequest[] = [];
  const steps: Step[] = [];
  let script: Script = () => says('Hello');
  const server = createServer(async (incoming, response) => {
    response.on('error', () => undefined);
    const { pathname } = new URL(incoming.url ?? '/', 'http://model');
    const kind = kinds.find(([suffix]) => pathname.endsWith(suffix))?.[1];
    if (kind === undefined) return answerOther(pathname, response);
    const request: ModelRequest = {
      kind,
      path: pathname,
      headers: incoming.headers,
      body: await bodyOf(incoming),
      wasCutOff: false,
    };
    response.on('close', () => {
      request.wasCutOff = !response.writableFinished;
    });
    requests.push(request);
    if (key !== undefined && keyOf(request) !== key) return refuse(request, response);
    await play(steps.shift() ?? script(request), request, response);
  });
  const origin = port === 0 ? await listen(server) : await listenOn(server, port);
  return {
    origin,
    url: `${origin}/v1`,
    requests,
    next: (...more) => {
      steps.push(...more);
    },
    follow: (other) => {
      script = other;
    },
    close: () => close(server),
  };
}

async function listenOn(server: ReturnType<typeof createServer>, port: number): Promise<string> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return `http://127.0.0.1:${port}`;
}

/** The list of models, as clients ask for it to see whether a server is there. */
function answerOther(path: string, response: ServerResponse): void {
  const body = path.endsWith('/models')
    ? { object: 'list', data: [{ id: MODEL, object: 'model', created: 0, owned_by: 'test' }] }
    : path.endsWith('/api/tags')
      ? { models: [{ name: MODEL, model: MODEL }] }
      : { error: { message: `No route for ${path}`, type: 'invalid_request_error' } };
  response.writeHead('error' in body ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function bodyOf(incoming: IncomingMessage): Promise<Record<string, unknown>> {
  const pieces = await incoming.toArray();
  return JSON.parse(Buffer.concat(pieces).toString('utf8'));
}

function keyOf({ headers }: Pick<ModelRequest, 'headers'>): string | undefined {
  const { authorization, 'x-api-key': plain, 'api-key': azure } = headers;
  return authorization?.replace(/^Bearer /, '') ?? [plain, azure].flat().find((key) => key !== undefined);
}

/** OpenAI shows the key that it refuses, masked or not. */
function refuse(request: ModelRequest, response: ServerResponse): void {
  const key = keyOf(request) ?? '';
  const masked = `${key.slice(0, 7)}${'*'.repeat(Math.max(0, key.length - 11))}${key.slice(-4)}`;
  const message = `Incorrect API key provided: ${masked}. Was: ${key}`;
  const body = errorBody(request.kind, { status: 401, message, type: 'invalid_request_error' });
  response.writeHead(401, { 'content-type': 'application/json', 'x-request-id': `for ${key}` });
  response.end(JSON.stringify(body));
}

async function play(step: Step, request: ModelRequest, response: ServerResponse): Promise<void> {
  if (step.kind === 'wait') {
    await step.until;
    return play(step.step, request, response);
  }
  if (step.kind === 'raw') return sendRaw(step, response);
  if (step.kind === 'error') {
    response.writeHead(step.status, { 'content-type': 'application/json', ...step.headers });
    response.end(JSON.stringify(errorBody(request.kind, step)));
    return;
  }
  const isStreamed = (request.body as Asked).stream === true && request.kind !== 'embeddings';
  if (isStreamed) await stream(step, request, response);
  else sendWhole(step, request, response);
}

function sendWhole(answer: Answer, { kind }: ModelRequest, response: ServerResponse): void {
  const text = JSON.stringify(formats[kind].whole(answer));
  response.writeHead(200, { 'content-type': 'application/json' });
  if (answer.diesAfter === undefined) response.end(text);
  else response.write(text.slice(0, answer.diesAfter), () => response.destroy());
}

async function stream(answer: Answer, { kind, body }: ModelRequest, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.flushHeaders();
  const events = formats[kind].events(answer, body as Asked);
  for (const [index, event] of events.entries()) {
    if (answer.hold?.before === index) await answer.hold.until;
    if (answer.pause !== undefined) await wait(answer.pause);
    if (answer.diesAfter === index) return void response.destroy();
    if (response.destroyed) return;
    await written(response, event);
  }
  response.end();
}

async function sendRaw({ status = 200, headers, pieces, end = 'end' }: RawAnswer, response: ServerResponse) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.flushHeaders();
  for (const piece of pieces) await written(response, piece);
  if (end === 'end') response.end();
  if (end === 'die') response.destroy();
}

/** Each piece arrives by itself. */
function written(response: ServerResponse, piece: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => response.write(piece, () => resolve()));
}
