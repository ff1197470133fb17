import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect as connectTo, createServer, type Socket } from 'node:net';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { forwardTo } from '../../../../support/edge/forward-to.ts';
import { eventually } from '../eventually.ts';
import { aClosedPort, anEdge, anOrigin, listening, send, textOf } from './an-edge.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** An origin that echoes WebSocket messages. `closes` records the close codes of its clients. */
async function anEcho() {
  const { origin, port } = await anOrigin((_message, response) => response.end());
  const server = new WebSocketServer({ server: origin });
  const closes: number[] = [];
  const upgrades: IncomingMessage[] = [];
  server.on('connection', (socket, message) => {
    upgrades.push(message);
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
    socket.on('close', (code) => closes.push(code));
  });
  onTestFinished(() => {
    for (const socket of server.clients) socket.terminate();
  });
  return { server, port, closes, upgrades };
}

async function connect(port: number, path = '/'): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, ['agent.v1'], { headers: { 'x-own': '1' } });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  return socket;
}

async function echo(socket: WebSocket, data: string | Buffer): Promise<Buffer> {
  const answered = once(socket, 'message');
  socket.send(data);
  const [answer] = await answered;
  return answer as Buffer;
}

/** @returns status, headers and body of a refused upgrade */
async function refused(port: number): Promise<readonly [number | undefined, IncomingMessage['headers'], string]> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`);
  socket.on('error', () => undefined);
  const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  return [answer.statusCode, answer.headers, await textOf(answer)];
}

it('carries messages of 1 MB both ways', async () => {
  const { port: originPort, upgrades } = await anEcho();
  const { port, entries } = await anEdge(originPort);
  const socket = await connect(port, '/sockets?key=1');
  const message = Buffer.alloc(1_000_000, 'event');

  for (let round = 0; round < 3; round += 1) expect((await echo(socket, message)).equals(message)).toBe(true);

  expect(upgrades[0]).toMatchObject({
    url: '/sockets?key=1',
    headers: { 'x-own': '1', 'sec-websocket-protocol': 'agent.v1', 'x-forwarded-proto': 'http' },
  });
  socket.close();
  await once(socket, 'close');
  await eventually(() => entries.length === 1);
  expect(entries[0]).toMatchObject({ status: 101, path: '/sockets', failure: undefined });
});

it('carries 50 sockets at once', async () => {
  const { port: originPort } = await anEcho();
  const { port } = await anEdge(originPort);

  const sockets = await Promise.all(Array.from({ length: 50 }, () => connect(port)));
  const answers = await Promise.all(sockets.map((socket, index) => echo(socket, `${index}`)));

  expect(answers.map(String)).toEqual(sockets.map((_, index) => `${index}`));
});

it('carries the code with which either side closes', async () => {
  const { server, port: originPort, closes } = await anEcho();
  const { port } = await anEdge(originPort);

  const byViewer = await connect(port);
  byViewer.close(4001, 'done');
  expect((await once(byViewer, 'close'))[0]).toBe(4001);
  await eventually(() => closes.length === 1);
  expect(closes).toEqual([4001]);

  const byOrigin = await connect(port);
  const closed = once(byOrigin, 'close');
  for (const socket of server.clients) socket.close(4002, 'moved');
  expect((await closed).map(String)).toEqual(['4002', 'moved']);
});

it('closes the other side when one disconnects without a close frame', async () => {
  const { server, port: originPort, closes } = await anEcho();
  const { port } = await anEdge(originPort);

  (await connect(port)).terminate();
  await eventually(() => closes.length === 1);

  const left = await connect(port);
  const closed = once(left, 'close');
  for (const socket of server.clients) socket.terminate();
  expect((await closed)[0]).toBe(1006);
});

it.each([
  ['a length', { 'content-length': '6' }],
  ['chunks', { 'transfer-encoding': 'chunked' }],
])("passes the status and body of an origin's refusal with %s", async (_form, framing: Record<string, string>) => {
  const { origin, port: originPort } = await anOrigin(() => undefined);
  const lines = Object.entries(framing).map(([name, value]) => `${name}: ${value}`);
  const body = 'content-length' in framing ? 'no key' : '6\r\nno key\r\n0\r\n\r\n';
  origin.on('upgrade', (_message, socket) => {
    socket.end(['HTTP/1.1 401 Unauthorized', 'set-cookie: a=1', ...lines, '', body].join('\r\n'));
  });
  const { port, entries } = await anEdge(originPort);

  const [status, headers, text] = await refused(port);

  expect([status, text]).toEqual([401, 'no key']);
  expect(headers).toMatchObject({ 'x-cache': 'Error from cloudfront', 'content-security-policy': 'sandbox' });
  expect(headers).not.toHaveProperty('set-cookie');
  await eventually(() => entries.length === 1);
  expect(entries[0]?.status).toBe(401);
});

it('returns the response of the function to an upgrade', async () => {
  const run = async () => ({ kind: 'answer', status: 410, headers: { 'x-own': '1' }, body: 'gone' }) as const;
  const { port } = await anEdge(1, { function: { run } });

  const [status, headers, text] = await refused(port);
  expect([status, headers['x-own'], text]).toEqual([410, '1', 'gone']);
});

it('returns its pages to an upgrade when the sandbox has moved or does not respond', async () => {
  const closing = createServer((socket) => socket.once('data', () => socket.end()));
  const { origin: silent, port: silentPort } = await anOrigin(() => undefined);
  silent.on('upgrade', (_message, socket: Socket) => onTestFinished(() => void socket.destroy()));
  const { origin: bad, port: badPort } = await anOrigin(() => undefined);
  bad.on('upgrade', (_message, socket) => socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 3\r\n\r\nown'));
  const edges = [
    { expected: 502, ...(await anEdge(1, { resolve: () => undefined })) },
    { expected: 502, ...(await anEdge(await aClosedPort())) },
    { expected: 502, ...(await anEdge(await listening(closing))) },
    { expected: 502, ...(await anEdge(badPort)) },
    { expected: 504, ...(await anEdge(silentPort, { function: forwardTo(silentPort, { readTimeoutSeconds: 0.05 }) })) },
  ];

  for (const { port, expected, entries } of edges) {
    const [status, headers, text] = await refused(port);
    expect([status, headers['content-type']]).toEqual([expected, 'application/problem+json']);
    expect(JSON.parse(text).code).toBe('sandbox_moved');
    await eventually(() => entries.length === 1);
    expect(entries[0]).toMatchObject({ status: expected, failure: expect.any(String) });
  }
});

it('closes a connection with an upgrade before the response to its earlier request, and goes on', async () => {
  const { origin, port: originPort } = await anOrigin(({ url }, response) => {
    if (url === '/') response.end();
  });
  origin.on('upgrade', (_message, socket: Socket) => socket.resetAndDestroy());
  const { port, entries } = await anEdge(originPort);
  const socket = connectTo(port, '127.0.0.1');
  socket.resume().on('error', () => undefined);

  socket.write(
    'GET /slow HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  );
  await once(socket, 'close');

  await eventually(() => entries.length === 2);
  expect((await send(port, '/')).status).toBe(200);
});

it('closes both sides after the idle limit', async () => {
  const { port: originPort, closes } = await anEcho();
  const { port, entries } = await anEdge(originPort, { socketIdleMilliseconds: 100 });

  const began = Date.now();
  const socket = await connect(port);

  expect((await once(socket, 'close'))[0]).toBe(1006);
  expect(Date.now() - began).toBeGreaterThanOrEqual(100);
  await eventually(() => closes.length === 1 && entries.length === 1);
  expect(entries[0]).toMatchObject({ status: 101, failure: 'nothing passed for 0.1 s' });
});

it('keeps a socket open through an hour of pings, and closes it ten minutes after the last', async () => {
  const { port: originPort, closes } = await anEcho();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { port } = await anEdge(originPort);
  const socket = await connect(port);
  const closed = once(socket, 'close');

  for (let second = 0; second < 3_600; second += 30) {
    vi.advanceTimersByTime(30_000);
    socket.ping();
    await once(socket, 'pong');
  }
  expect(socket.readyState).toBe(WebSocket.OPEN);
  vi.advanceTimersByTime(599_999);
  await echo(socket, 'a frame');
  vi.advanceTimersByTime(599_999);
  expect(await Promise.race([closed, Promise.resolve('open')])).toBe('open');
  vi.advanceTimersByTime(1);

  expect((await closed)[0]).toBe(1006);
  vi.useRealTimers();
  await eventually(() => closes.length === 1);
});

it('ends sockets, streams and idle connections within two seconds when it stops', async () => {
  const { server, port: originPort } = await anEcho();
  const { port: streamPort } = await anOrigin((_message, response) => {
    response.write('never ends');
  });
  const { edge, port } = await anEdge(originPort);
  const streaming = await anEdge(streamPort);
  const socket = await connect(port);
  const closed = once(socket, 'close');
  const stream = await fetch(`http://127.0.0.1:${streaming.port}/`);
  await (await fetch(`http://127.0.0.1:${port}/`)).text();

  const began = Date.now();
  await Promise.all([edge.stop(), streaming.edge.stop()]);

  expect(Date.now() - began).toBeLessThan(2_000);
  expect((await closed)[0]).toBe(1006);
  await expect(stream.text()).rejects.toThrow('terminated');
  await eventually(() => server.clients.size === 0);
});
