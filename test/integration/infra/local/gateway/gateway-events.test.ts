import { request } from 'node:http';
import { deflateSync, gzipSync } from 'node:zlib';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { addApi } from './sample-api.ts';
import { useCloud } from './sample-cloud.ts';

const echo = 'export const handler = async (event) => ({ statusCode: 200, body: JSON.stringify(event) });';
const named = (name: string): string => `export const handler = async () => ({ body: '${name}' });`;

const cloud = await useCloud((stack, addFunction) => {
  const fn = addFunction('Echo', { source: echo });
  const by = (name: string) => addFunction(name, { source: named(name) });
  addApi(stack, {
    deployOptions: { stageName: 'v1' },
    binaryMediaTypes: ['image/*'],
    routes: [
      { route: 'GET /', fn: by('Root') },
      { route: 'POST /things', fn },
      { route: 'GET /things/{id}', fn },
      { route: 'ANY /things/{id}/parts/{part}', fn },
      { route: 'GET /things/search', fn: by('Search') },
      { route: 'GET /files/readme', fn: by('Readme') },
      { route: 'ANY /files/{proxy+}', fn },
    ],
  });
});

const get = (path: string, init?: RequestInit): Promise<Response> => fetch(cloud.baseUrl + path, init);
const eventOf = async (path: string, init?: RequestInit): Promise<APIGatewayProxyEvent> =>
  (await get(path, init)).json() as Promise<APIGatewayProxyEvent>;

describe('the routing of the gateway', () => {
  it.each([
    ['/', 'Root'],
    ['/things/search', 'Search'],
    ['/things/search/', 'Search'],
    ['/things/%73earch', 'Search'],
    ['/files/readme', 'Readme'],
  ])('matches %s with its literal path', async (path, body) => {
    expect(await (await get(path)).text()).toBe(body);
  });

  it.each([
    ['/things/42', '/things/{id}', { id: '42' }],
    ['/things/searching', '/things/{id}', { id: 'searching' }],
    // REST APIs pass parameters on without decoding them.
    ['/things/a%2Fb%20c', '/things/{id}', { id: 'a%2Fb%20c' }],
    ['/things/1/parts/2', '/things/{id}/parts/{part}', { id: '1', part: '2' }],
    ['/things/search/parts/2', '/things/{id}/parts/{part}', { id: 'search', part: '2' }],
    ['/files/a/b/c/', '/files/{proxy+}', { proxy: 'a/b/c' }],
    ['/files/readme/x', '/files/{proxy+}', { proxy: 'readme/x' }],
  ])('matches %s with %s', async (path, resource, pathParameters) => {
    expect(await eventOf(path)).toMatchObject({ resource, path, pathParameters });
  });

  it.each([
    ['GET', '/nothing'],
    ['GET', '/things'],
    ['DELETE', '/things/42'],
    ['HEAD', '/things/42'],
    ['GET', '/things//parts/1'],
    ['GET', '/files'],
  ])('refuses %s %s, which has no route', async (method, path) => {
    const response = await get(path, { method });

    expect(response.status).toBe(403);
    expect(response.headers.get('x-amzn-errortype')).toBe('MissingAuthenticationTokenException');
    if (method !== 'HEAD') expect(await response.json()).toEqual({ message: 'Missing Authentication Token' });
  });

  it.each(['/things/%zz', '/things/%', '/things/%E0%A4%A', '/things/1?q=%zz'])(
    'refuses %s as a bad request',
    async (path) => {
      const response = await get(path);

      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({ message: 'Bad Request' });
    },
  );
});

describe('the event of a proxy integration', () => {
  it('has exactly the members that REST APIs send', async () => {
    const event = await eventOf('/things/42', { headers: { 'User-Agent': 'tester/1' } });

    expect(Object.keys(event).sort()).toEqual([
      'body', 'headers', 'httpMethod', 'isBase64Encoded', 'multiValueHeaders', 'multiValueQueryStringParameters', 'path',
      'pathParameters', 'queryStringParameters', 'requestContext', 'resource', 'stageVariables',
    ]); // biome-ignore format: a list
    expect(event).toMatchObject({
      resource: '/things/{id}',
      path: '/things/42',
      httpMethod: 'GET',
      body: null,
      isBase64Encoded: false,
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      stageVariables: null,
    });
    expect(event.requestContext).toEqual({
      accountId: '000000000000',
      apiId: expect.stringMatching(/^[a-z0-9]{10}$/),
      deploymentId: expect.any(String),
      domainName: `127.0.0.1:${cloud.port}`,
      domainPrefix: '127',
      extendedRequestId: expect.stringMatching(/^[\w-]{15}=$/),
      httpMethod: 'GET',
      identity: {
        accessKey: null,
        accountId: null,
        caller: null,
        cognitoAuthenticationProvider: null,
        cognitoAuthenticationType: null,
        cognitoIdentityId: null,
        cognitoIdentityPoolId: null,
        principalOrgId: null,
        sourceIp: '127.0.0.1',
        user: null,
        userAgent: 'tester/1',
        userArn: null,
      },
      path: '/things/42',
      protocol: 'HTTP/1.1',
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      requestTime: expect.stringMatching(/^\d{2}\/[A-Z][a-z]{2}\/\d{4}:\d{2}:\d{2}:\d{2} \+0000$/),
      requestTimeEpoch: expect.any(Number),
      resourceId: expect.any(String),
      resourcePath: '/things/{id}',
      stage: 'v1',
    });
  });

  it('decodes the query, keeps every value, and takes the last one', async () => {
    const event = await eventOf('/things/42?a=1&a=%20two&plus=x+y&no-value&empty=&eq=a=b&en%2Fc=%2F');

    expect(event.queryStringParameters).toEqual({
      a: ' two',
      plus: 'x y',
      'no-value': '',
      empty: '',
      eq: 'a=b',
      'en/c': '/',
    });
    expect(event.multiValueQueryStringParameters).toMatchObject({ a: ['1', ' two'], plus: ['x y'] });
  });

  it('keeps the spelling and all values of headers, without those for the gateway', async () => {
    const test = ['tEsT-Header', 'one', 'TEST-HEADER', 'two'];
    const event = await sendRaw('/things/42', ['Host', 'localhost', ...test, 'Connection', 'close', 'TE', 'trailers']);

    expect(event.headers).toMatchObject({
      Host: 'localhost',
      'tEsT-Header': 'two',
      'X-Forwarded-For': '127.0.0.1',
      'X-Forwarded-Proto': 'http',
      'X-Forwarded-Port': String(cloud.port),
      'X-Amzn-Trace-Id': expect.stringMatching(/^Root=1-[\da-f]{8}-[\da-f]{24}$/),
    });
    expect(event.multiValueHeaders['tEsT-Header']).toEqual(['one', 'two']);
    expect(Object.keys(event.headers).map((name) => name.toLowerCase())).not.toContain('connection');
    expect(Object.keys(event.headers).map((name) => name.toLowerCase())).not.toContain('te');
    expect(event.requestContext.domainName).toBe('localhost');
  });

  it('contains a text body unchanged, and a binary one in Base64', async () => {
    const text = await eventOf('/things', {
      method: 'POST',
      body: '{"ü":1}',
      headers: { 'content-type': 'application/json' },
    });
    const bytes = new Uint8Array([0, 255, 1]);
    const binary = await eventOf('/things', { method: 'POST', body: bytes, headers: { 'content-type': 'image/png' } });
    const empty = await eventOf('/things', { method: 'POST' });

    expect(text).toMatchObject({ body: '{"ü":1}', isBase64Encoded: false });
    expect(binary).toMatchObject({ body: Buffer.from(bytes).toString('base64'), isBase64Encoded: true });
    expect(empty).toMatchObject({ body: null, isBase64Encoded: false });
  });

  it('contains a compressed body as it was before, and is not made for any other coding', async () => {
    const post = (coding: string, body: Uint8Array<ArrayBuffer>) =>
      get('/things', { method: 'POST', body, headers: { 'Content-Encoding': coding } });
    const text = '{"name":"ann"}';

    for (const [coding, pack] of [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['GZIP', gzipSync],
    ] as const) {
      const event = (await (await post(coding, pack(text))).json()) as APIGatewayProxyEvent;
      expect(event).toMatchObject({ body: text, isBase64Encoded: false });
      expect(Object.keys(event.headers).join()).not.toMatch(/content-encoding/i);
    }
    for (const coding of ['br', 'gzip']) expect((await post(coding, new TextEncoder().encode(text))).status).toBe(415);
    expect((await post('gzip', gzipSync(Buffer.alloc(11 * 1024 * 1024)))).status).toBe(413);
  });
});

/** Sends headers unchanged, unlike fetch. */
function sendRaw(path: string, headers: string[]) {
  return new Promise<APIGatewayProxyEvent>((resolve, reject) => {
    const sent = request({ port: cloud.port, path, headers: headers as never, setHost: false }, async (response) => {
      const chunks = await response.setEncoding('utf8').toArray();
      resolve(JSON.parse(chunks.join('')));
    });
    sent.on('error', reject).end();
  });
}
