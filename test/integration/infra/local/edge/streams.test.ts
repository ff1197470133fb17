import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { generate } from 'selfsigned';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../eventually.ts';
import { anEdge, anOrigin, send, textOf } from './an-edge.ts';

const MEGABYTE = 1_000_000;

it('passes events as they arrive', async () => {
  let stream: ServerResponse | undefined;
  const { port } = await anEdge((_message, response) => {
    stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
  });

  const outgoing = request({ host: '127.0.0.1', port, agent: false }).end();
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  expect(answer.headers['content-type']).toBe('text/event-stream');
  for (const event of ['data: 1\n\n', 'data: 2\n\n']) {
    stream?.write(event);
    const [piece] = await once(answer, 'data');
    expect(String(piece)).toBe(event);
  }
  stream?.end('data: 3\n\n');
  expect(await textOf(answer)).toBe('data: 3\n\n');
});

it('closes the connection to the origin when a viewer disconnects while it reads', async () => {
  const closed = Promise.withResolvers<boolean>();
  const { port, entries } = await anEdge((_message, response) => {
    response.write('piece');
    response.once('close', () => closed.resolve(response.writableFinished));
  });

  const outgoing = request({ host: '127.0.0.1', port, agent: false }).end();
  const [answer] = await once(outgoing, 'response');
  answer.on('error', () => undefined);
  outgoing.destroy();

  expect(await closed.promise).toBe(false);
  await eventually(() => entries[0]?.failure !== undefined);
});

it('closes the connection to the origin when a viewer disconnects while it uploads', async () => {
  const arrived = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<boolean>();
  const { port } = await anEdge((message) => {
    message.once('data', () => arrived.resolve());
    message.on('error', () => undefined);
    message.once('close', () => closed.resolve(message.complete));
  });

  const headers = { 'content-length': '1000' };
  const outgoing = request({ host: '127.0.0.1', port, method: 'POST', headers, agent: false });
  outgoing.on('error', () => undefined);
  outgoing.write('piece');
  await arrived.promise;
  outgoing.destroy();

  expect(await closed.promise).toBe(false);
});

it('aborts the response when the origin does', async () => {
  const { port } = await anEdge((_message, response) => {
    response.write('piece', () => response.destroy());
  });

  await expect(send(port, '/')).rejects.toThrow('aborted');
});

it('passes a response that comes before the end of the upload', async () => {
  const { port } = await anEdge((_message, response) => {
    response.writeHead(413, { connection: 'close' }).end('too large');
  });

  const headers = { 'content-length': `${MEGABYTE}` };
  const outgoing = request({ host: '127.0.0.1', port, method: 'POST', headers, agent: false });
  outgoing.write('piece');
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];

  expect([answer.statusCode, await textOf(answer)]).toEqual([413, 'too large']);
  outgoing.destroy();
});

it('uses TLS with the given certificate, and reports https to the origin', async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048 });
  const { port } = await anEdge(
    ({ headers }, response) => {
      response.end(headers['x-forwarded-proto']);
    },
    { tls: { cert, key } },
  );

  const outgoing = tlsRequest({
    host: 'localhost',
    port,
    ca: cert,
    agent: false,
    checkServerIdentity: () => undefined,
  });
  const [answer] = (await once(outgoing.end(), 'response')) as [IncomingMessage];

  expect(await textOf(answer)).toBe('https');
});

it('passes 100 MB up and 300 MB down without holding them in memory', async () => {
  const piece = Buffer.alloc(MEGABYTE, 'conversation');
  const { port: originPort } = await anOrigin(async (message, response) => {
    if (message.method === 'POST') {
      let sum = 0;
      for await (const part of message) sum = crc32(part, sum);
      response.end(String(sum));
    } else {
      await pipeline(Readable.from(Array<Buffer>(300).fill(piece)), response);
    }
  });
  const edge = await anEdgeProcess(originPort);
  await (await fetch(edge.url, { method: 'POST', body: 'warm' })).text();
  const before = await edge.memory();

  const outgoing = request(edge.url, { method: 'POST', agent: false });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  let sum = 0;
  for (let sent = 0; sent < 100; sent += 1) {
    sum = crc32(piece, sum);
    if (!outgoing.write(piece)) await once(outgoing, 'drain');
    if (sent === 50) expect((await edge.memory()).live - before.live).toBeLessThan(8 * MEGABYTE);
  }
  outgoing.end();
  expect(await textOf((await answered)[0])).toBe(String(sum));

  const [download] = await once(request(edge.url, { agent: false }).end(), 'response');
  let received = 0;
  let isHalf = false;
  for await (const part of download) {
    received += part.length;
    if (isHalf || received < 150 * MEGABYTE) continue;
    isHalf = true;
    expect((await edge.memory()).live - before.live).toBeLessThan(8 * MEGABYTE);
  }
  expect(received).toBe(300 * MEGABYTE);

  // The peak includes garbage that is not collected yet.
  expect((await edge.memory()).peak - before.peak).toBeLessThan(128 * MEGABYTE);
});

/** An edge in a process of its own, to measure its memory. */
async function anEdgeProcess(originPort: number) {
  const program = join(import.meta.dirname, '..', '..', '..', '..', 'support', 'edge', 'edge-process.ts');
  const child: ChildProcess = fork(program, [String(originPort)], { execArgv: ['--expose-gc'] });
  onTestFinished(async () => {
    const exited = once(child, 'exit');
    child.disconnect();
    await exited;
  });
  const [url] = (await once(child, 'message')) as [string];
  const memory = async () => {
    const answered = once(child, 'message');
    child.send('memory');
    const [held] = await answered;
    return held as { readonly live: number; readonly peak: number };
  };
  return { url, memory };
}
