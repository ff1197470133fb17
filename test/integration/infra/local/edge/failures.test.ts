import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { limitTimes, OriginTimeout } from '../../../../../infra/local/edge/passage.ts';
import type { Origin } from '../../../../../infra/local/edge/verdict.ts';
import { forwardTo } from '../../../../support/edge/forward-to.ts';
import { hostileAnswers, hostileServer } from '../../../../support/http/hostile-server.ts';
import { eventually } from '../eventually.ts';
import { aClosedPort, anEdge, listening, type Received, send } from './an-edge.ts';

function expectPage(answer: Received, status: number): void {
  expect(answer).toMatchObject({
    status,
    headers: {
      'content-type': 'application/problem+json',
      'access-control-allow-origin': '*',
      'x-cache': 'Error from cloudfront',
    },
  });
  expect(JSON.parse(answer.body)).toEqual({ status, code: 'sandbox_moved' });
}

it('returns 502 with its page when the sandbox has moved: unknown name, or nothing listens', async () => {
  const nowhere = await anEdge(await aClosedPort());
  const unknown = await anEdge(1, { resolve: () => undefined });

  for (const { port, entries } of [nowhere, unknown]) {
    expectPage(await send(port, '/', { method: 'POST', body: 'x' }), 502);
    expect(entries).toEqual([expect.objectContaining({ status: 502, failure: expect.any(String) })]);
  }
});

it('reaches an origin only with plain HTTP', async () => {
  const { port } = await anEdge(1, { function: forwardTo(1, { protocol: 'https' }) });
  expectPage(await send(port, '/'), 502);
});

it('returns 502 when the origin closes early or does not send HTTP', async () => {
  const ends: ((socket: Socket) => void)[] = [
    (socket) => socket.end(),
    (socket) => socket.resetAndDestroy(),
    (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-le'),
    (socket) => socket.end('no http\r\n\r\n'),
  ];
  for (const end of ends) {
    const origin = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.once('data', () => end(socket));
    });
    const { port } = await anEdge(await listening(origin));
    expectPage(await send(port, '/'), 502);
  }
});

it.each([502, 504])("replaces the origin's own %i with its page, and passes other errors", async (status) => {
  const { port } = await anEdge(({ url }, response) => {
    response.writeHead(Number(url?.slice(1))).end('own');
  });

  expectPage(await send(port, `/${status}`, { method: 'POST', body: 'x' }), status);
  expect(await send(port, '/503')).toMatchObject({ status: 503, body: 'own' });
});

it('returns 504 with its page when the first byte takes longer than the read timeout', async () => {
  const { port, entries } = await anEdge(() => undefined, { origin: { readTimeoutSeconds: 0.05 } });

  expectPage(await send(port, '/'), 504);
  expect(entries[0]?.failure).toContain('0.05 s');
});

it('aborts a response whose next packet takes longer than the read timeout', async () => {
  const { port } = await anEdge(
    (_message, response) => {
      response.write('piece');
    },
    { origin: { readTimeoutSeconds: 0.05 } },
  );

  await expect(send(port, '/')).rejects.toThrow('aborted');
});

it('allows a response longer than the read timeout while packets arrive', async () => {
  const { port } = await anEdge(
    (_message, response) => {
      let pieces = 0;
      const timer = setInterval(() => {
        pieces += 1;
        response.write('.');
        if (pieces === 8) response.end();
      }, 100);
      response.once('close', () => clearInterval(timer));
    },
    { origin: { readTimeoutSeconds: 0.5 } },
  );

  expect((await send(port, '/')).body).toBe('........');
});

it.each(Object.entries(hostileAnswers))('ends a request whose origin answers with %s', async (name, answer) => {
  const origin = await hostileServer(answer);
  const { port, entries } = await anEdge(origin.port, { origin: { readTimeoutSeconds: 0.1 } });
  const asked = request({ host: '127.0.0.1', port, agent: false }).end();
  const response = await new Promise<IncomingMessage>((resolve) => asked.on('response', resolve));

  if (name.includes('body')) {
    // CloudFront too passes a response on as long as packets arrive. The viewer ends this one.
    expect(response.statusCode).toBe(200);
    response.destroy();
  } else expect(response.statusCode).toBe(/protocol|half/.test(name) ? 502 : 504);

  await eventually(() => origin.connections.size === 0 && entries.length === 1);
});

it.each(Object.entries(hostileAnswers))('ends an upgrade whose origin answers with %s', async (name, answer) => {
  const origin = await hostileServer(answer);
  const { port, entries } = await anEdge(origin.port, {
    origin: { readTimeoutSeconds: 0.1 },
    socketIdleMilliseconds: 100,
  });
  const headers = { connection: 'Upgrade', upgrade: 'websocket' };
  const asked = request({ host: '127.0.0.1', port, agent: false, headers }).end();
  asked.on('response', (response) => response.resume().on('error', () => undefined));
  asked.on('upgrade', (_, socket) => socket.on('error', () => undefined));
  asked.on('error', () => undefined);
  if (name.includes('letter by letter') && name.includes('body')) asked.on('response', () => asked.destroy());

  await eventually(() => origin.connections.size === 0 && entries.length === 1);
});

it('does not time out when the viewer reads slowly', async () => {
  const total = 20_000_000;
  const { port, entries } = await anEdge(
    (_message, response) => {
      response.end(Buffer.alloc(total));
    },
    { origin: { readTimeoutSeconds: 0.4 } },
  );

  const outgoing = request({ host: '127.0.0.1', port, agent: false }).end();
  const [answer] = await once(outgoing, 'response');
  const paused = Date.now();
  await eventually(() => Date.now() - paused > 900);
  let received = 0;
  for await (const piece of answer) received += piece.length;

  expect(received).toBe(total);
  await eventually(() => entries.length === 1);
  expect(entries[0]?.failure).toBeUndefined();
});

it('aborts a connection that takes longer than the connection timeout', async () => {
  const outgoing = request({ host: 'task.test', agent: false, lookup: () => undefined });
  limitTimes(outgoing, { connectionTimeoutSeconds: 0.05, readTimeoutSeconds: 60 } as Origin, new PassThrough());

  const [error] = await once(outgoing, 'error');

  expect(error).toBeInstanceOf(OriginTimeout);
});
