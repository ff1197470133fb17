import { describe, expect, it } from 'vitest';
import { EdgeFunction, type Verdict, type ViewerRequest } from '../../../../../infra/local/edge/edge-function.ts';
import { readEdgeSettings } from '../../../../../infra/local/edge/edge-settings.ts';
import {
  aDefaultBehavior,
  aDistribution,
  aResponseHeadersPolicy,
  somePages,
} from '../../../../support/edge/a-distribution.ts';
import { aViewerRequest, forwarded } from '../../../../support/ingress/an-edge.ts';

const read = (changes: object, policy: unknown) => readEdgeSettings(aDistribution(changes), policy, somePages);

it('reads pages, methods and what a response headers policy changes', () => {
  const settings = read({}, aResponseHeadersPolicy);

  expect(settings.methods).toContain('PATCH');
  expect(settings.pagesPath).toBe('/_edge/');
  expect(settings.pages.get('/_edge/502.json')).toBe(somePages['502.json']);
  expect(settings.errorPages.get(504)).toEqual({ status: 504, body: somePages['504.json'] });
  expect(settings.responseHeaders).toEqual({
    set: [
      { name: 'content-security-policy', value: 'sandbox', override: true },
      { name: 'x-content-type-options', value: 'nosniff', override: true },
    ],
    remove: ['set-cookie'],
  });
});

it("reads the custom headers of the distribution's own origin, which must be such that CloudFront adds", () => {
  const withHeader = (HeaderName: string) => ({
    Origins: [
      { Id: 'pages', OriginCustomHeaders: [{ HeaderName, HeaderValue: 'a' }] },
      { Id: 'other', OriginCustomHeaders: [{ HeaderName: 'X-Other', HeaderValue: 'a' }] },
    ],
  });

  expect(read(withHeader('X-Own'), aResponseHeadersPolicy).originHeaders).toEqual({ 'X-Own': 'a' });
  expect(() => read(withHeader('X-Real-Ip'), aResponseHeadersPolicy)).toThrow('OriginCustomHeaders.0.HeaderName');
});

it('reads a distribution with a domain, which has a function on responses', () => {
  const settings = read(
    {
      DefaultCacheBehavior: {
        ...aDefaultBehavior,
        FunctionAssociations: [
          ...aDefaultBehavior.FunctionAssociations,
          { EventType: 'viewer-response', FunctionARN: 'arn:on-responses' },
        ],
      },
      Aliases: ['*.sandboxes.example.com'],
      ViewerCertificate: { AcmCertificateArn: 'arn' },
      WebACLId: 'arn',
    },
    undefined,
  );
  expect(settings.functions).toEqual(['arn:aws:cloudfront::000000000000:function/edge', 'arn:on-responses']);
  expect(settings.responseHeaders).toEqual({ set: [], remove: [] });
});

it.each([
  [{ OriginGroups: { Quantity: 1 } }, 'DistributionConfig.OriginGroups'],
  [{ Enabled: false }, 'DistributionConfig.Enabled'],
  [{ CacheBehaviors: [] }, 'DistributionConfig.CacheBehaviors'],
  [
    { DefaultCacheBehavior: { ...aDefaultBehavior, SmoothStreaming: true } },
    'DistributionConfig.DefaultCacheBehavior.SmoothStreaming',
  ],
  [
    { DefaultCacheBehavior: { ...aDefaultBehavior, Compress: true } },
    'DistributionConfig.DefaultCacheBehavior.Compress',
  ],
])('refuses by name what the local edge does not do: %#', (changes, name) => {
  expect(() => read(changes, aResponseHeadersPolicy)).toThrow(
    `the distribution: the local edge does not support '${name}'`,
  );
});

it('refuses parts of policies that the local edge does not apply', () => {
  const { ResponseHeadersPolicyConfig: config } = aResponseHeadersPolicy;
  const cors = { ResponseHeadersPolicyConfig: { ...config, CorsConfig: {} } };
  expect(() => read({}, cors)).toThrow("the local edge does not support 'ResponseHeadersPolicyConfig.CorsConfig'");

  const everything = {
    OriginRequestPolicyConfig: {
      Name: 'everything',
      CookiesConfig: { CookieBehavior: 'all' },
      HeadersConfig: { HeaderBehavior: 'allViewer' },
      QueryStringsConfig: { QueryStringBehavior: 'all' },
    },
  };
  const less = structuredClone(everything);
  less.OriginRequestPolicyConfig.CookiesConfig.CookieBehavior = 'none';
  const readWith = (originRequestPolicy: unknown) =>
    readEdgeSettings(aDistribution(), aResponseHeadersPolicy, somePages, { originRequestPolicy });
  expect(readWith(everything)).toEqual(read({}, aResponseHeadersPolicy));
  expect(() => readWith(less)).toThrow("'OriginRequestPolicyConfig.CookiesConfig.CookieBehavior'");
});

it('refuses a template whose parts do not fit together', () => {
  expect(() => readEdgeSettings(aDistribution(), aResponseHeadersPolicy, {})).toThrow(
    'there is no page /_edge/502.json',
  );
  expect(() => read({}, undefined)).toThrow('not both');
});

it('refuses a cache policy by which one request may be answered as another', () => {
  const policy = {
    CachePolicyConfig: {
      Name: 'alone',
      ...{ MinTTL: 0, DefaultTTL: 0, MaxTTL: 1 },
      ParametersInCacheKeyAndForwardedToOrigin: {
        CookiesConfig: { CookieBehavior: 'none' },
        EnableAcceptEncodingBrotli: false,
        EnableAcceptEncodingGzip: false,
        HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['X-Sandbox-Request', 'Authorization'] },
        QueryStringsConfig: { QueryStringBehavior: 'none' },
      },
    },
  };
  const shared = structuredClone(policy);
  shared.CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin.HeadersConfig.Headers = ['Authorization'];
  const readWith = (cachePolicy: unknown) =>
    readEdgeSettings(aDistribution(), aResponseHeadersPolicy, somePages, { cachePolicy });

  expect(readWith(policy)).toEqual(read({}, aResponseHeadersPolicy));
  expect(() => readWith(shared)).toThrow("the cache policy: the local edge does not support 'CachePolicyConfig.");
});

const origin = `{
  domainName: 'ec2-3-208-1-2.compute-1.amazonaws.com',
  customOriginConfig: { port: 8000, protocol: 'http', sslProtocols: ['TLSv1.2'] },
  customHeaders: { 'x-own': '1' },
  timeouts: { readTimeout: 120, connectionTimeout: 5 },
  connectionAttempts: 1,
}`;

/** Runs a handler with this body, which can use `request`, `cf` and `origin`. */
async function verdictOf(body: string, request: Partial<ViewerRequest> = {}): Promise<Verdict> {
  const code = `import cf from 'cloudfront';
    function handler(event) { const request = event.request; const origin = ${origin}; ${body} }`;
  return new EdgeFunction(code, { get: async () => undefined }).run(aViewerRequest(request));
}

const forward = 'cf.updateRequestOrigin(origin); return request;';

describe('a request that a function returns', () => {
  it('goes to the origin that it chose last', async () => {
    const first = "cf.updateRequestOrigin(Object.assign({}, origin, { domainName: 'first.example.com' }));";

    expect(forwarded(await verdictOf(first + forward)).origin).toEqual({
      domainName: 'ec2-3-208-1-2.compute-1.amazonaws.com',
      port: 8000,
      protocol: 'http',
      customHeaders: { 'x-own': '1' },
      readTimeoutSeconds: 120,
      connectionTimeoutSeconds: 5,
      connectionAttempts: 1,
    });
  });

  it('has the changes of the function', async () => {
    const body = `request.uri = '/b'; request.querystring = 'x=1'; delete request.headers.accept;
      request.headers['x-new'] = { value: '1', multiValue: [{ value: '1' }, { value: '2' }] };
      request.cookies.a = { value: '2' };`;
    const headers = { accept: ['*/*'], cookie: ['a=1; b=2'] };

    expect(await verdictOf(body + forward, { uri: '/a', query: 'y=2', headers })).toMatchObject({
      uri: '/b',
      query: 'x=1',
      headers: { host: ['d111111abcdef8.cloudfront.net'], 'x-new': ['1', '2'], cookie: ['a=2; b=2'] },
    });
  });

  it('has a parsed query written anew, and the raw one as it is', async () => {
    const query = 'b=1&flag&a=%20+&b=2';

    expect(forwarded(await verdictOf(forward, { query })).query).toBe('b=1&b=2&flag=&a=%20+');
    const raw = 'request.querystring = request.rawQueryString();';
    expect(forwarded(await verdictOf(raw + forward, { query })).query).toBe(query);
  });

  it.each([
    ['another method', "request.method = 'PUT';"],
    ['a path without a slash', "request.uri = 'a';"],
    ['no path', 'delete request.uri;'],
    ['another host', "request.headers.host = { value: 'other.example.com' };"],
    ['no host', 'delete request.headers.host;'],
    ['a new read-only header', "request.headers.via = { value: '1.1 a' };"],
    ['another length', "request.headers['content-length'] = { value: '2' };"],
    ['a header that functions may not add', "request.headers['x-forwarded-proto'] = { value: 'https' };"],
    ['a header of a connection', "request.headers.connection = { value: 'close' };"],
    ['a header of CloudFront', "request.headers['x-amz-cf-id'] = { value: '1' };"],
    ['a header in upper case', "request.headers['X-New'] = { value: '1' };"],
    ['no name of a header', "request.headers['x new'] = { value: '1' };"],
    ['a header that is a text', "request.headers['x-new'] = '1';"],
    ['a header that is a number', "request.headers['x-new'] = { value: 1 };"],
    ['a header of two lines', "request.headers['x-new'] = { value: 'a\\r\\nb: c' };"],
    ['a header with a NUL', "request.headers['x-new'] = { value: 'a\\u0000' };"],
    ['cookies in a header', "request.headers.cookie = { value: 'a=1' };"],
    ['cookies that are a text', "request.cookies = 'a=1';"],
    ['no headers', 'delete request.headers;'],
  ])('is refused with 502: %s', async (_name, change) => {
    const run = verdictOf(change + forward, { headers: { 'content-length': ['1'] } });

    await expect(run).rejects.toMatchObject({ name: 'EdgeFunctionError', status: 502 });
  });

  it.each(['return request;', 'return undefined;', 'return null;', "return 'x';", 'return {};'])(
    'is refused with 502 without an origin or a form: %s',
    async (body) => {
      await expect(verdictOf(body)).rejects.toMatchObject({ name: 'EdgeFunctionError', status: 502 });
    },
  );
});

describe('an answer that a function returns', () => {
  it('is what the viewer gets', async () => {
    const body = `return { statusCode: 302, statusDescription: 'Found', headers: { location: { value: '/x' } },
      body: { encoding: 'text', data: 'é' } };`;

    expect(await verdictOf(body)).toEqual({ kind: 'answer', status: 302, headers: { location: '/x' }, body: 'é' });
    expect(await verdictOf('return { statusCode: 204 };')).toEqual({
      kind: 'answer',
      status: 204,
      headers: {},
      body: '',
    });
  });

  it.each([
    ['a status below 200', '{ statusCode: 199 }'],
    ['a status above 599', '{ statusCode: 600 }'],
    ['a status that is a text', "{ statusCode: '200' }"],
    ['a status with a fraction', '{ statusCode: 200.5 }'],
    ['a header in upper case', "{ statusCode: 200, headers: { Location: { value: '/' } } }"],
    ['a header that is a text', "{ statusCode: 200, headers: { location: '/' } }"],
    ['a length of its own', "{ statusCode: 200, headers: { 'content-length': { value: '1' } } }"],
    ['a header of a connection', "{ statusCode: 200, headers: { connection: { value: 'close' } } }"],
    ['a header of two lines', "{ statusCode: 200, headers: { 'x-a': { value: 'a\\nb' } } }"],
    ['a body that is a number', '{ statusCode: 200, body: 1 }'],
    ['a body of another encoding', "{ statusCode: 200, body: { encoding: 'hex', data: '' } }"],
    ['more than 40 KB', "{ statusCode: 200, body: 'x'.repeat(40961) }"],
    ['an unknown member', '{ statusCode: 200, status: 200 }'],
  ])('is refused with 502: %s', async (_name, answer) => {
    await expect(verdictOf(`return ${answer};`)).rejects.toMatchObject({ name: 'EdgeFunctionError', status: 502 });
  });

  it('is a 503 when the function throws, whatever it throws', async () => {
    for (const thrown of ["new Error('x')", "'x'", 'undefined', '{ toString: function () { throw 1; } }'])
      await expect(verdictOf(`throw ${thrown};`)).rejects.toMatchObject({ status: 503 });
    await expect(verdictOf("throw new Error('why');")).rejects.toThrow('the function at the edge failed: Error: why');
    await expect(verdictOf('const a = {}; a.a = a; return a;')).rejects.toMatchObject({ status: 503 });
  });
});

describe('an origin that a function chooses', () => {
  it.each([
    ['an address', "origin.domainName = '3.208.1.2';"],
    ['an IPv6 address', "origin.domainName = '[2001:db8::1]';"],
    ['an address in one number', "origin.domainName = '3.13631746';"],
    ['a name with a port', "origin.domainName = 'a.example.com:80';"],
    ['a name with a path', "origin.domainName = 'a.example.com/x';"],
    ['a name of one label', "origin.domainName = 'localhost';"],
    ['a name with a wrong label', "origin.domainName = '-a.example.com';"],
    ['a label of 64 characters', "origin.domainName = 'a'.repeat(64) + '.example.com';"],
    ['no name', 'delete origin.domainName;'],
    ['no custom origin', 'delete origin.customOriginConfig;'],
    ['no port', 'delete origin.customOriginConfig.port;'],
    ['port 0', 'origin.customOriginConfig.port = 0;'],
    ['port 22', 'origin.customOriginConfig.port = 22;'],
    ['port 1023', 'origin.customOriginConfig.port = 1023;'],
    ['port 65536', 'origin.customOriginConfig.port = 65536;'],
    ['a port as text', "origin.customOriginConfig.port = '8000';"],
    ['no protocol', 'delete origin.customOriginConfig.protocol;'],
    ['another protocol', "origin.customOriginConfig.protocol = 'ws';"],
    ['no protocols of TLS', 'delete origin.customOriginConfig.sslProtocols;'],
    ['an empty list of them', 'origin.customOriginConfig.sslProtocols = [];'],
    ['an unknown one', "origin.customOriginConfig.sslProtocols = ['TLSv1.3'];"],
    ['a read timeout of 0', 'origin.timeouts.readTimeout = 0;'],
    ['a read timeout above 120', 'origin.timeouts.readTimeout = 121;'],
    ['a connection timeout above 10', 'origin.timeouts.connectionTimeout = 11;'],
    ['no attempt', 'origin.connectionAttempts = 0;'],
    ['4 attempts', 'origin.connectionAttempts = 4;'],
    ['a custom header of two lines', "origin.customHeaders['x-a'] = 'a\\nb';"],
    ['no name of a header', "origin.customHeaders['x a'] = 'a';"],
    ['a custom header that is a number', "origin.customHeaders['x-a'] = 1;"],
    ['31 custom headers', "for (let at = 0; at < 31; at += 1) origin.customHeaders['x-' + at] = 'a';"],
    ['an unknown member', "origin.path = '/a';"],
  ])('makes the function fail: %s', async (_name, change) => {
    await expect(verdictOf(change + forward)).rejects.toThrow(
      /^the function at the edge failed: Error: updateRequestOrigin: /,
    );
  });

  it.each([80, 443, 1024, 65_535])('may have port %d', async (port) => {
    const change = `origin.customOriginConfig.port = ${port};`;

    expect(forwarded(await verdictOf(change + forward)).origin.port).toBe(port);
  });

  it('is nothing without an argument', async () => {
    await expect(verdictOf('cf.updateRequestOrigin(); return request;')).rejects.toMatchObject({ status: 503 });
  });

  it('has the custom headers of the function, or else those of the distribution', async () => {
    const own = "origin.customHeaders = { 'X-Own': '1' };";

    expect(forwarded(await verdictOf(own + forward)).origin.customHeaders).toEqual({ 'X-Own': '1' });
    expect(forwarded(await verdictOf(`delete origin.customHeaders; ${forward}`)).origin.customHeaders).toBeUndefined();
  });

  // "Custom headers that CloudFront can't add to origin requests", and "Restrictions on edge functions".
  it.each([
    ...['Cache-Control', 'Content-Length', 'Cookie', 'Host', 'If-Match', 'If-Range', 'Max-Forwards', 'Pragma', 'Range'],
    ...['Request-Range', 'TE', 'Transfer-Encoding', 'Via', 'X-Amz-Date', 'X-Edge-A', 'X-Real-Ip'],
    ...['Connection', 'Expect', 'Keep-Alive', 'Proxy-Authorization', 'Trailer', 'Upgrade', 'X-Accel-Buffering'],
    ...['X-Amz-Cf-Id', 'X-Amzn-RequestId', 'X-Cache', 'X-Forwarded-Proto', 'x-forwarded-proto', 'CDN-Loop'],
  ])('is refused with 502 for the custom header %s, as CloudFront does', async (name) => {
    const run = verdictOf(`origin.customHeaders = { '${name}': 'a' }; ${forward}`);

    await expect(run).rejects.toMatchObject({
      status: 502,
      message: expect.stringContaining(`the custom header ${name}`),
    });
  });

  it('is refused with 502 for a custom header that the viewer sent too, even if the function removes that', async () => {
    const body = `origin.customHeaders = { 'X-Own': 'a' }; delete request.headers['x-own']; ${forward}`;

    await expect(verdictOf(body, { headers: { 'x-own': ['b'] } })).rejects.toMatchObject({ status: 502 });
    expect(forwarded(await verdictOf(body)).origin.customHeaders).toEqual({ 'X-Own': 'a' });
  });
});
