import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { gunzip, inflate } from 'node:zlib';
import { type GatewayRequest, headerOf } from './exchange.ts';
import { GatewayFailure } from './gateway-failure.ts';
import { Refusal } from './gateway-responses.ts';

/** API Gateway's limit for a request's body. */
const maximumBodyBytes = 10 * 1024 * 1024;

/** API Gateway refuses such a body before it knows the API, so that no gateway response of the API applies. */
const refusalOfBody = new Refusal(
  413,
  'payload_too_large',
  `HTTP content length exceeded ${maximumBodyBytes} bytes.`,
  'text; charset=utf-8',
);

/** Headers that API Gateway never forwards. */
const droppedHeaders = new Set([
  'connection',
  'content-length',
  'content-md5',
  'expect',
  'keep-alive',
  'max-forwards',
  'proxy-authenticate',
  'proxy-connection',
  'server',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'www-authenticate',
]);

/** A request before its body and query are read, so that even a broken one has an id and a response. */
export function readHead(message: IncomingMessage): GatewayRequest {
  const [path = '/'] = (message.url ?? '/').split('?', 1);
  const unread = unreadHead(message.socket);
  return {
    ...unread,
    method: message.method ?? 'GET',
    path: path === '*' ? '/' : path.replace(/^https?:\/\/[^/]*/i, '') || '/',
    headers: forwardedHeaders(message, unread.sourceIp),
    protocol: `HTTP/${message.httpVersion}`,
  };
}

/** What is known about a request that could not be read. */
export function unreadHead(socket: Socket): GatewayRequest {
  return {
    requestId: randomUUID(),
    extendedRequestId: `${randomBytes(11).toString('base64url')}=`,
    method: '-',
    path: '-',
    query: [],
    headers: [],
    body: Buffer.alloc(0),
    sourceIp: (socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
    protocol: 'HTTP/1.1',
    receivedAt: new Date(),
  };
}

/** The whole request. @throws Refusal for a body over 10 MB; GatewayFailure for a bad percent-encoding or coding */
export async function readRequest(message: IncomingMessage, head: GatewayRequest): Promise<GatewayRequest> {
  const { headers, body } = await decompressed(head.headers, await readBody(message));
  try {
    decodeURIComponent(head.path);
    return { ...head, headers, query: parseQuery(message.url ?? ''), body };
  } catch (cause) {
    throw new GatewayFailure('DEFAULT_4XX', 'Bad Request', { cause });
  }
}

const codings = { gzip: promisify(gunzip), deflate: promisify(inflate) };

/** As API Gateway, decompresses the body, and refuses one that is not compressed as its header says. */
async function decompressed(
  headers: GatewayRequest['headers'],
  body: Buffer,
): Promise<Pick<GatewayRequest, 'headers' | 'body'>> {
  const coding = headerOf(headers, 'content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (coding === 'identity' || body.length === 0) return { headers, body };
  try {
    if (coding !== 'gzip' && coding !== 'deflate') throw new Error(`there is no content coding ${coding}`);
    const plain = await codings[coding](body, { maxOutputLength: maximumBodyBytes });
    return { headers: headers.filter(([name]) => name.toLowerCase() !== 'content-encoding'), body: plain };
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE') throw refusalOfBody;
    throw new GatewayFailure('UNSUPPORTED_MEDIA_TYPE', 'Unsupported Media Type', { cause });
  }
}

/** The client's headers with its own spelling of names, and those that API Gateway adds. */
function forwardedHeaders(message: IncomingMessage, sourceIp: string): [string, string][] {
  const headers: [string, string][] = [];
  const spelling = new Map<string, string>();
  const { rawHeaders } = message;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const lower = name.toLowerCase();
    if (droppedHeaders.has(lower) || lower.startsWith('x-forwarded-')) continue;
    if (!spelling.has(lower)) spelling.set(lower, name);
    headers.push([spelling.get(lower) ?? name, rawHeaders[index + 1] ?? '']);
  }
  const forwardedFor = message.headers['x-forwarded-for'];
  headers.push(['X-Forwarded-For', forwardedFor ? `${String(forwardedFor)}, ${sourceIp}` : sourceIp]);
  headers.push(['X-Forwarded-Port', String(message.socket.localPort ?? '')], ['X-Forwarded-Proto', 'http']);
  if (!spelling.has('x-amzn-trace-id')) headers.push(['X-Amzn-Trace-Id', newTraceId()]);
  return headers;
}

function newTraceId(): string {
  const seconds = Math.floor(Date.now() / 1000).toString(16);
  return `Root=1-${seconds}-${randomBytes(12).toString('hex')}`;
}

function parseQuery(url: string): [string, string][] {
  const start = url.indexOf('?');
  if (start < 0) return [];
  const pairs = url.slice(start + 1).split('&');
  return pairs
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      return [decode(name), decode(value)];
    });
}

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

/** Reads even an oversized body to its end, so that the client gets the response instead of a broken connection. */
function readBody(message: IncomingMessage): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  message.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= maximumBodyBytes) chunks.push(chunk);
    else chunks.length = 0;
  });
  message.on('end', () => {
    if (size <= maximumBodyBytes) resolve(Buffer.concat(chunks));
    else reject(refusalOfBody);
  });
  message.on('error', reject);
  message.on('close', () => reject(new Error('the client has gone')));
  return promise;
}
