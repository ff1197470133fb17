import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { Duration } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { createGateway } from '../../../../../infra/local/gateway/gateway.ts';
import { addApi } from './sample-api.ts';
import { useCloud } from './sample-cloud.ts';

const source = `
  const answers = {
    full: { statusCode: 201, headers: { 'X-One': 'a', 'x-both': 'same', flag: true, Date: 'mine', Server: 'mine' },
            multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'], 'X-Both': ['same', 'other'] }, body: 'done' },
    empty: {},
    none: { statusCode: 204 },
    typed: { statusCode: '200', headers: { 'content-type': 'text/plain' }, body: 'text' },
    binary: { headers: { 'content-type': 'image/png' }, body: 'AAEC/w==', isBase64Encoded: true },
    large: { body: 'x'.repeat(5000) },
    nothing: null,
    text: 'hello',
    unknown: { statusCode: 200, cookies: [] },
    object: { statusCode: 200, body: { a: 1 } },
    number: { statusCode: 200, headers: { n: 1 } },
    status: { statusCode: 'many' },
    broken: { statusCode: 200, headers: { 'X-Bad': 'a\\r\\nb' } },
  };
  export const handler = async ({ queryStringParameters: { answer }, body }) => {
    if (answer === 'length') return { body: String(body.length) };
    if (answer === 'throw') throw new Error('secret detail');
    if (answer === 'never') await new Promise((resolve) => setTimeout(resolve, 60_000));
    return answers[answer];
  };`;

const cloud = await useCloud((stack, addFunction) => {
  const fn = addFunction('Answering', { source, timeout: Duration.seconds(30) });
  addApi(stack, {
    binaryMediaTypes: ['image/png'],
    minCompressedBytes: 4000,
    deployOptions: { methodOptions: { '/slow/GET': { throttlingRateLimit: 0.001, throttlingBurstLimit: 2 } } },
    routes: [
      { route: 'ANY /', fn, milliseconds: 700 },
      { route: 'GET /slow', fn },
    ],
  });
});

const get = (answer: string, init?: RequestInit): Promise<Response> =>
  fetch(`${cloud.baseUrl}/?answer=${answer}`, init);

describe('a response of a function', () => {
  it('reaches the client with all its headers and those of the gateway', async () => {
    const response = await get('full');

    expect(response.status).toBe(201);
    expect(await response.text()).toBe('done');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(response.headers.get('x-both')).toBe('same, other');
    expect(response.headers.get('flag')).toBe('true');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('x-amzn-remapped-date')).toBe('mine');
    expect(response.headers.get('x-amzn-remapped-server')).toBe('mine');
    // The log can be written after the response has arrived.
    const requestId = response.headers.get('x-amzn-requestid');
    await expect.poll(() => cloud.accessLog.at(-1)?.requestId).toBe(requestId);
    expect(response.headers.get('x-amz-apigw-id')).toMatch(/=$/);
  });

  it.each([
    ['empty', 200, '', 'application/json'],
    ['typed', 200, 'text', 'text/plain'],
    ['none', 204, '', 'application/json'],
  ])('can omit fields that have a default: %s', async (answer, status, body, contentType) => {
    const response = await get(answer);

    expect([response.status, await response.text(), response.headers.get('content-type')]).toEqual([
      status,
      body,
      contentType,
    ]);
  });

  it('is decoded from Base64 for a client that prefers a binary type', async () => {
    const decoded = await (await get('binary', { headers: { accept: 'image/png,*/*' } })).bytes();
    const text = await (await get('binary', { headers: { accept: '*/*' } })).text();

    expect([...decoded]).toEqual([0, 1, 2, 255]);
    expect(text).toBe('AAEC/w==');
  });

  it("is compressed from the size in the API's settings", async () => {
    const raw = await rawGet('/?answer=large', 'Accept-Encoding: gzip');
    const [head = '', ...rest] = raw.toString('latin1').split('\r\n\r\n');

    expect(head.toLowerCase()).toContain('content-encoding: gzip');
    expect(gunzipSync(Buffer.from(rest.join('\r\n\r\n'), 'latin1')).length).toBe(5000);
    expect((await rawGet('/?answer=large', 'Accept-Encoding: identity')).toString()).toContain('x'.repeat(5000));
  });

  it.each(['nothing', 'text', 'unknown', 'object', 'number', 'status', 'broken', 'throw'])(
    'becomes a 502 without details when it is malformed or an error: %s',
    async (answer) => {
      const response = await get(answer);

      expect(response.status).toBe(502);
      expect(await response.json()).toEqual({ message: 'Internal server error' });
      expect(cloud.accessLog.at(-1)).toMatchObject({ status: 502, failure: expect.stringMatching(/^DEFAULT_5XX: ./) });
    },
  );

  it('becomes a 504 when it takes longer than the integration allows', async () => {
    const response = await get('never');

    expect(response.status).toBe(504);
    expect(await response.json()).toEqual({ message: 'Endpoint request timed out' });
  });
});

describe('the limits of the gateway', () => {
  const megabytes = (count: number): string => 'x'.repeat(count * 1024 * 1024);

  it('accept a body of 5 MB, but no event above 6 MB and no body above 10 MB', async () => {
    const fits = await get('length', { method: 'POST', body: megabytes(5) });
    const event = await get('length', { method: 'POST', body: megabytes(7) });
    const chunks = new Blob([megabytes(7)]).stream();
    const unannounced = await get('length', { method: 'POST', body: chunks, duplex: 'half' } as RequestInit);
    const escaped = await get('length', { method: 'POST', body: '"'.repeat(3.5 * 1024 * 1024) });
    const body = await get('length', { method: 'POST', body: megabytes(11) });

    expect(await fits.text()).toBe(String(5 * 1024 * 1024));
    expect([event.status, await event.json()]).toEqual([413, { message: 'Request Too Long' }]);
    expect([unannounced.status, await unannounced.json()]).toEqual([413, { message: 'Request Too Long' }]);
    // The event is JSON, in which each of these takes two bytes.
    expect([escaped.status, await escaped.json()]).toEqual([413, { message: 'Request Too Long' }]);
    expect([body.status, await body.text()]).toEqual([413, 'HTTP content length exceeded 10485760 bytes.']);
  });

  it('refuse calls of a method beyond its rate', async () => {
    const statuses: number[] = [];
    for (let call = 0; call < 3; call += 1) statuses.push((await fetch(`${cloud.baseUrl}/slow?answer=empty`)).status);

    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe("the gateway's server", () => {
  it('names the port that is in use', async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    const { port } = blocker.address() as AddressInfo;
    const gateway = createGateway({ assembly: cloud.assembly, functions: cloud.functions, log: () => undefined });

    await expect(gateway.listen(port)).rejects.toThrow(`port ${port} on 127.0.0.1 is already in use`);

    await new Promise((resolve) => blocker.close(resolve));
    expect(await gateway.listen(port)).toBe(port);
    await gateway.stop();
  });

  it('survives a client that disconnects during its request', async () => {
    const socket = connect(cloud.port, '127.0.0.1');
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    await new Promise((resolve) =>
      socket.write('POST /?answer=empty HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nabc', resolve),
    );
    socket.destroy();

    expect((await get('empty')).status).toBe(200);
  });

  it('completes current requests when it stops, and refuses new ones', async () => {
    const arrived = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const invoke = async () => {
      arrived.resolve();
      await released.promise;
      return { payload: { body: 'late' } };
    };
    const functions = { ...cloud.functions, invoke };
    const gateway = createGateway({ assembly: cloud.assembly, functions, log: () => undefined });
    const port = await gateway.listen(0);
    const pending = fetch(`http://127.0.0.1:${port}/slow`);
    await arrived.promise;

    const stopped = gateway.stop();
    released.resolve();

    expect(await (await pending).text()).toBe('late');
    await stopped;
    await expect(fetch(`http://127.0.0.1:${port}/slow`)).rejects.toThrow();
  });
});

async function rawGet(path: string, header: string): Promise<Buffer> {
  const socket = connect(cloud.port, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${header}\r\nConnection: close\r\n\r\n`);
  return Buffer.concat(await socket.toArray());
}
