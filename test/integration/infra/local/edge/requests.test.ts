import { type IncomingMessage, type RequestListener, request } from 'node:http';
import { expect, it } from 'vitest';
import { EdgeFunctionError } from '../../../../../infra/local/edge/verdict.ts';
import { ownNames } from '../../../../../infra/local/sockets/listen.ts';
import { anEdge, anOrigin, send, settings, textOf } from './an-edge.ts';

/** An origin that returns the request it received. */
const echo: RequestListener = async (message, response) => {
  const { method, url, headers } = message;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ method, url, headers, body: await textOf(message) }));
};

it('passes path, query and headers of a GET, and adds its own headers in both directions', async () => {
  const { port, entries } = await anEdge(echo);

  const { status, headers, body } = await send(port, '/a%20b//c?x=1&x=2?', {
    headers: { host: 'label.example.com', cookie: 'a=1', 'x-own': ['1', '2'], 'x-forwarded-for': '9.9.9.9' },
  });

  expect(status).toBe(200);
  const got = JSON.parse(body);
  expect(got.url).toBe('/a%20b//c?x=1&x=2?');
  expect(got.headers).toMatchObject({
    host: 'label.example.com',
    cookie: 'a=1',
    'x-own': '1, 2',
    'x-forwarded-for': '9.9.9.9, 127.0.0.1',
    via: expect.stringContaining('CloudFront'),
    'x-amz-cf-id': headers['x-amz-cf-id'],
  });
  expect(headers).toMatchObject({ via: expect.stringContaining('CloudFront'), 'x-cache': 'Miss from cloudfront' });
  expect(entries).toEqual([
    expect.objectContaining({
      method: 'GET',
      path: '/a%20b//c',
      status: 200,
      viewerIp: '127.0.0.1',
      failure: undefined,
    }),
  ]);
});

it('lets pages of the internet send requests to this machine, without asking the origin', async () => {
  const { port } = await anEdge(echo);
  const preflight = { origin: 'https://a.example', 'access-control-request-private-network': 'true' };

  const { headers, body } = await send(port, '/', { method: 'OPTIONS', headers: preflight });

  expect(headers['access-control-allow-private-network']).toBe('true');
  expect(JSON.parse(body).headers).toMatchObject({ origin: preflight.origin });
  expect(body).not.toContain('private-network');
  const other = await send(port, '/', { method: 'OPTIONS', headers: { origin: preflight.origin } });
  expect(other.headers).not.toHaveProperty('access-control-allow-private-network');
});

it('refuses other host names without a request to the origin', async () => {
  const { port, entries } = await anEdge(echo, { isOwnName: ownNames(['.sandboxes.example']) });
  const statusFor = async (host: string) => (await send(port, '/', { headers: { host } })).status;

  expect(await statusFor('label.sandboxes.example')).toBe(200);
  expect(await statusFor(`localhost:${port}`)).toBe(200);
  expect(await statusFor('evil.example')).toBe(403);
  expect(entries.at(-1)).toMatchObject({ status: 403, failure: expect.stringContaining('--allow-host') });
});

it('drops hop-by-hop headers and headers that viewers must not set, and overrides others', async () => {
  const { port } = await anEdge(echo);

  const { body } = await send(port, '/', {
    headers: {
      connection: 'close, x-hop',
      'x-hop': '1',
      te: 'trailers',
      'proxy-authorization': 'Basic eA==',
      'cloudfront-forwarded-proto': 'https',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.example.com',
      'x-amz-cf-id': 'mine',
      'x-real-ip': '9.9.9.9',
      host: 'label.example.com',
    },
  });

  const { headers } = JSON.parse(body);
  expect(headers).toMatchObject({
    'x-forwarded-proto': 'http',
    'x-forwarded-host': 'label.example.com',
  });
  expect(headers['x-amz-cf-id']).not.toBe('mine');
  expect(Object.keys(headers)).not.toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^(x-hop|te|proxy-authorization|x-real-ip|cloudfront-forwarded-proto)$/),
    ]),
  );
});

it('passes bodies with a length and in chunks, for every method that can have one', async () => {
  const { port } = await anEdge(echo);

  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const counted = await send(port, '/', { method, body: 'counted', headers: { 'content-length': '7' } });
    const chunked = await send(port, '/', { method, body: 'chunked', headers: { 'transfer-encoding': 'chunked' } });
    expect(JSON.parse(counted.body)).toMatchObject({ method, body: 'counted', headers: { 'content-length': '7' } });
    expect(JSON.parse(chunked.body)).toMatchObject({ method, body: 'chunked' });
  }
});

it('refuses a GET with a body and methods that the distribution does not allow', async () => {
  const { port } = await anEdge(echo);

  expect((await send(port, '/', { body: 'x', headers: { 'content-length': '1' } })).status).toBe(403);
  expect((await send(port, '/', { method: 'PROPFIND' })).status).toBe(403);
});

it('passes answers without a body: HEAD, 204 and 304', async () => {
  const { port: originPort } = await anOrigin(({ method, url }, response) => {
    if (method === 'HEAD') response.setHeader('content-length', '1234').end();
    else response.writeHead(Number(url?.slice(1)), { etag: '"1"' }).end();
  });
  const { port } = await anEdge(originPort);

  const head = await send(port, '/', { method: 'HEAD' });
  expect(head).toMatchObject({ status: 200, body: '', headers: { 'content-length': '1234' } });
  for (const status of [204, 304]) {
    const answer = await send(port, `/${status}`);
    expect(answer).toMatchObject({ status, body: '', headers: { etag: '"1"' } });
    expect(answer.headers).not.toHaveProperty('transfer-encoding');
  }
});

it('responds to Expect: 100-continue itself', async () => {
  const { port } = await anEdge(echo);
  const headers = { expect: '100-continue', 'content-length': '4' };

  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, method: 'POST', headers, agent: false }, resolve);
    outgoing.once('continue', () => outgoing.end('body'));
    outgoing.once('error', reject);
    outgoing.flushHeaders();
  });

  const got = JSON.parse(await textOf(answer));
  expect(got.body).toBe('body');
  expect(got.headers).not.toHaveProperty('expect');
});

it('applies the response headers policy to responses of origins, but not to those of the function', async () => {
  const { port: originPort } = await anOrigin((_message, response) => {
    response.setHeader('set-cookie', ['a=1', 'b=2']).setHeader('content-security-policy', "default-src 'self'");
    response.setHeader('vary', ['a', 'b']).end('page');
  });
  const fromOrigin = await send((await anEdge(originPort)).port, '/');
  expect(fromOrigin.headers).toMatchObject({
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
    vary: 'a, b',
  });
  expect(fromOrigin.headers).not.toHaveProperty('set-cookie');

  const withoutPolicy = { ...settings, responseHeaders: { set: [], remove: [] } };
  const kept = await send((await anEdge(originPort, { settings: withoutPolicy })).port, '/');
  expect(kept.headers['set-cookie']).toEqual(['a=1', 'b=2']);

  const run = async () => ({ kind: 'answer', status: 410, headers: { 'x-of': 'function' }, body: 'gone' }) as const;
  const fromFunction = await send((await anEdge(originPort, { function: { run } })).port, '/');
  expect(fromFunction).toMatchObject({ status: 410, body: 'gone' });
  expect(fromFunction.headers).toMatchObject({
    'x-of': 'function',
    'x-cache': 'FunctionGeneratedResponse from cloudfront',
    'content-length': '4',
  });
  expect(fromFunction.headers).not.toHaveProperty('content-security-policy');
});

it('serves its pages without calling the function', async () => {
  const run = () => Promise.reject(new Error('not asked'));
  const { port } = await anEdge(1, { function: { run } });

  const page = await send(port, '/_edge/502.json');
  expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'application/problem+json' } });
  expect(JSON.parse(page.body).code).toBe('sandbox_moved');
  expect(page.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' });
  expect((await send(port, '/_edge/other.json')).status).toBe(403);
  expect((await send(port, '/_edge/502.json', { method: 'POST', body: 'x' })).status).toBe(403);
});

it.each([
  [new Error('boom'), 503, 'FunctionExecutionError from cloudfront'],
  [new EdgeFunctionError(502, 'bad result'), 502, 'FunctionValidationError from cloudfront'],
])('responds like CloudFront when the function fails: %s', async (error, status, cache) => {
  const { port, entries } = await anEdge(1, { function: { run: () => Promise.reject(error) } });

  const answer = await send(port, '/');

  expect(answer).toMatchObject({ status, headers: { 'x-cache': cache } });
  expect(answer.body).not.toContain(error.message);
  expect(entries[0]?.failure).toContain(error.message);
});

it('reuses a connection, even after responses that came before the end of the request body', async () => {
  const run = async () => ({ kind: 'answer', status: 403, headers: {}, body: 'no' }) as const;
  const { port } = await anEdge(echo, { function: { run } });

  const answers = await Promise.all(
    [1, 2, 3].map(() => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x'.repeat(300_000) })),
  );
  for (const answer of answers) expect([answer.status, await answer.text()]).toEqual([403, 'no']);
});

it('treats an upgrade to anything but a WebSocket as an ordinary request', async () => {
  const { port } = await anEdge(echo);

  const { status, body } = await send(port, '/', {
    headers: { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c' },
  });

  expect(status).toBe(200);
  expect(JSON.parse(body).headers).not.toHaveProperty('upgrade');
});
