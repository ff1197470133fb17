import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { sendToReceiver } from '../../../../shared/domain/webhooks/http-receiver.ts';
import type { Resolve } from '../../../../shared/platform/outbound/target.ts';
import { answering, WebhookReceiver } from '../../../support/webhooks/webhook-receiver.ts';

const body = JSON.stringify({ type: 'sandbox.running', timestamp: '2026-03-01T12:00:00.000Z', data: {} });
const headers = { 'content-type': 'application/json', 'webhook-id': 'msg_1' };
const here: Resolve = async () => [{ address: '127.0.0.1', family: 4 }];

function send(url: string, { timeout = 20_000, resolve = here, loopback = true } = {}) {
  return sendToReceiver(url, headers, body, { resolve, loopback, timeout });
}

describe('the request to a receiver', () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  async function receiver(): Promise<WebhookReceiver> {
    const started = await WebhookReceiver.start();
    closing.push(() => started.stop());
    return started;
  }

  async function rude(answer: (socket: Socket) => void): Promise<string> {
    const sockets = new Set<Socket>();
    const server: Server = createTcpServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => sockets.delete(socket));
      answer(socket);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    closing.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  it('connects to the checked address, with the name in the Host header', async () => {
    const ours = await receiver();

    const answer = await send(`http://hooks.example.test:${ours.port}/a?b=c`);

    expect(answer).toEqual({ status: 204, retryAfter: undefined, text: null });
    expect(ours.received[0]).toMatchObject({ path: '/a?b=c', body });
    expect(ours.received[0]?.headers).toMatchObject({ ...headers, host: `hooks.example.test:${ours.port}` });
  });

  it('resolves the name once for each attempt, so that it cannot change between check and connection', async () => {
    const ours = await receiver();
    let looked = 0;
    const rebinding: Resolve = async () => {
      looked += 1;
      return [{ address: looked === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }];
    };
    const url = `http://rebinding.example.test:${ours.port}/`;

    expect(await send(url, { resolve: rebinding })).toMatchObject({ status: 204 });
    expect(looked).toBe(1);
    await expect(send(url, { resolve: rebinding })).rejects.toThrow('not on the public internet');
    expect(ours.received).toHaveLength(1);
  });

  it('is refused for a loopback address unless the operator allows it', async () => {
    const ours = await receiver();

    await expect(send(`https://127.0.0.1:${ours.port}/`, { loopback: false })).rejects.toThrow('public');
    await expect(send(`https://a.example.test:${ours.port}/`, { loopback: false })).rejects.toThrow('public');
    expect(ours.received).toHaveLength(0);
  });

  it('does not follow a redirect, and keeps its own response', async () => {
    const [ours, other] = [await receiver(), await receiver()];
    ours.behaviour = answering(307, { Location: other.url }, 'moved');

    expect(await send(ours.url)).toMatchObject({ status: 307, text: { text: 'moved', truncated: false } });
    expect(other.received).toHaveLength(0);
  });

  it('keeps at most 1,024 bytes of text, cut between characters', async () => {
    const ours = await receiver();
    ours.behaviour = answering(500, { 'Content-Type': 'text/html' }, `\u001b[31m${'€'.repeat(2_000)}`);

    const { text } = await send(ours.url);

    expect(text).toEqual({ text: `\ufffd[31m${'€'.repeat(339)}`, truncated: true });
    expect(Buffer.byteLength(text?.text ?? '')).toBeLessThanOrEqual(1_024);
  });

  it.each([
    ['binary', { 'Content-Type': 'application/octet-stream' }, Buffer.from([0, 1, 2, 0xff])],
    ['binary without a type', {}, Buffer.from([0, 1, 2, 0xff])],
    ['compressed', { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' }, gzipSync('x'.repeat(100_000))],
    ['called compressed', { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' }, 'it is not'],
  ])('keeps nothing of a body that is %s', async (_, answerHeaders, answerBody) => {
    const ours = await receiver();
    ours.behaviour = answering(200, answerHeaders, answerBody);

    expect(await send(ours.url)).toEqual({ status: 200, retryAfter: undefined, text: null });
  });

  it('ends with the status when the body is endless', async () => {
    const ours = await receiver();
    ours.behaviour = (_, response) => {
      response.writeHead(200);
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        response.once('drain', more);
      };
      more();
    };

    expect(await send(ours.url)).toMatchObject({ status: 200, text: { text: 'x'.repeat(1_024), truncated: true } });
  });

  it('ends with the status when the body is slow', async () => {
    const ours = await receiver();
    ours.behaviour = (_, response) => {
      response.writeHead(200).write('x');
      const drip = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(drip));
    };

    const answer = await send(ours.url);

    expect(answer).toMatchObject({ status: 200, text: { truncated: true } });
    expect(answer.text?.text).toMatch(/^x+$/);
  });

  it('keeps the text that came before the receiver broke off', async () => {
    const url = await rude((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 500 No\r\nContent-Length: 100\r\n\r\nwe are do')),
    );

    expect(await send(url)).toMatchObject({ status: 500, text: { text: 'we are do', truncated: true } });
  });

  it('times out without a response, with slow headers and with slow name resolution', async () => {
    const silent = await rude(() => undefined);
    const dripping = await rude((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => socket.write('X-Slow: drip\r\n'), 20);
      socket.on('close', () => clearInterval(drip));
    });

    await expect(send(silent, { timeout: 300 })).rejects.toThrow('no response within 0.3 s');
    await expect(send(dripping, { timeout: 300 })).rejects.toThrow('no response within 0.3 s');
    const slowName: Resolve = () => new Promise(() => undefined);
    await expect(send('http://a.example.test:4000/', { timeout: 300, resolve: slowName })).rejects.toThrow(
      'no response',
    );
  });

  it('fails with a short message when the receiver does not speak HTTP', async () => {
    const ends = (text: string) => rude((socket) => void socket.once('data', () => socket.end(text)));

    await expect(send(await ends(''))).rejects.toThrow('closed the connection');
    await expect(send(await ends('220 smtp.example.test ESMTP\r\n'))).rejects.toThrow('not HTTP');
    await expect(send(await ends(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`))).rejects.toThrow(
      'headers of the response are too long',
    );
    await expect(
      send(await ends('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n')),
    ).rejects.toThrow('protocol');
    const gone = await receiver();
    const { url } = gone;
    await gone.stop();
    closing.pop();
    await expect(send(url)).rejects.toThrow('refused the connection');
    const plain = await receiver();
    await expect(send(plain.url.replace('http:', 'https:'))).rejects.toThrow(/TLS|connection failed/);
  });
});
