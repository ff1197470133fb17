import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { NO_ROUTE } from '../../../../../infra/api/gateway-responses.ts';
import { loadAssembly } from '../../../../../infra/local/assembly/assembly.ts';
import { createGateway } from '../../../../../infra/local/gateway/gateway.ts';
import { endpoints } from '../../../../../shared/contract/index.ts';
import { Synthesis } from '../../../../infra/synthesis.ts';

const origins = ['https://a.example', 'https://b.example'];

/** Starts the gateway of the local stage without functions, until the end of the suite or test. */
async function serve(context: Record<string, unknown>, atEnd: (end: () => Promise<void>) => void, consoleUrl?: string) {
  const synthesis = new Synthesis({ stage: 'local', context });
  const assembly = loadAssembly(synthesis.directory, { region: 'us-east-1', accountId: '000000000000' });
  const asked = (): never => {
    throw new Error('A fixed response must not call a function.');
  };
  const functions = { invoke: asked, invokeStreaming: asked };
  const stageVariables = (): Record<string, string> => (consoleUrl === undefined ? {} : { consoleUrl });
  const gateway = createGateway({ assembly, functions, stageVariables, log: () => undefined });
  atEnd(async () => {
    await gateway.stop();
    synthesis.remove();
  });
  return gateway.listen(0);
}

/** Sends header names unchanged, unlike fetch. */
function preflight(port: number, headers: Record<string, string>): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const call = request(
      { host: '127.0.0.1', port, path: '/api/v1/sandboxes', method: 'OPTIONS', headers },
      (answer) => {
        answer.resume();
        resolve(answer.headers);
      },
    );
    call.on('error', reject).end();
  });
}

describe('the real template with a console', () => {
  const ask = (port: number, path: string) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });

  it.each([
    [undefined, 'http://127.0.0.1:2'],
    ['https://web.example/', 'https://web.example'],
  ])('redirects people to it, or to the web client of the settings, but not programs: %s', async (webUrl, home) => {
    const context = { console: true, ...(webUrl && { webUrl }) };
    const port = await serve(context, onTestFinished, 'http://127.0.0.1:2');

    for (const [path, target] of [
      ['/', `${home}/`],
      ['/conversations/a%22b', `${home}/conversations/a%2522b`],
      ['/settings/secrets', `${home}/settings`],
      // Only the console has an API reference.
      ['/docs', 'http://127.0.0.1:2/reference'],
    ] as const) {
      const { status, headers } = await ask(port, path);
      expect([path, status, headers.get('location')]).toEqual([path, 302, target]);
    }
    expect((await ask(port, '/docs/migration')).status).not.toBe(302);

    const json = await fetch(`http://127.0.0.1:${port}/settings`, { headers: { Accept: 'application/json' } });
    expect([json.status, json.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    expect(await json.json()).toMatchObject({ code: 'not_found', detail: NO_ROUTE });
  });
});

describe('a path of the real template that no endpoint has', () => {
  const known = [...new Set(endpoints.map(({ path }) => path))];
  const parents = known.flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index) || '/'));
  const mereParents = [...new Set(parents)].filter((path) => !known.includes(path as (typeof known)[number]));
  const filled = mereParents.map((path) => path.replaceAll(/\{\w+\}/g, 'x'));
  const strange = [
    '/api/v1/nope',
    '/api/v1/nope/',
    '/api/v1/',
    '/api/v1/sandboxes/a/b/c',
    '/api/v1//sandboxes',
    '/API/V1/SANDBOXES',
    '/api/v1/Sandboxes',
    '/api/v1%2Fsandboxes',
    '/api%2fv1/sandboxes',
    '/%61pi/v2',
    // Without a page to redirect to, the paths that people open are unknown, too.
    '/conversations/abc',
    '/settings',
    '/settings/secrets',
    '/.well-known/openid-configuration',
    '/dev/api/v1/sandboxes',
    '/a'.repeat(200),
    '/%00',
  ];
  let port: number;
  beforeAll(async () => {
    port = await serve({}, afterAll);
  });

  it('has a 404 that names the reference', () => expect(NO_ROUTE).toContain('/openapi.json'));

  it.each([...filled, ...strange])('is a 404 for every method and credential: %s', async (path) => {
    const credentials = [
      {},
      { Authorization: 'Bearer acs_key' },
      { Authorization: 'Basic YTpi' },
      { 'X-Session-API-Key': 'a' },
    ];
    for (const [index, method] of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].entries()) {
      const headers = { Origin: 'https://a.example', ...credentials[index % credentials.length] };
      for (const sent of [headers, { ...headers, Authorization: 'Bearer acs_key' }]) {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers: sent });

        expect([method, answer.status]).toEqual([method, 404]);
        expect(answer.headers.get('content-type')).toBe('application/problem+json');
        expect(answer.headers.get('access-control-allow-origin')).toBe('*');
        expect(answer.headers.get('x-request-id')).toBe(answer.headers.get('x-amzn-requestid'));
        if (method === 'HEAD') continue;
        const body = await answer.text();
        expect(body).not.toContain('acs_key');
        expect(JSON.parse(body)).toMatchObject({ code: 'not_found', detail: NO_ROUTE, message: NO_ROUTE });
      }
    }
    const preflight = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'OPTIONS' });
    expect([preflight.status, await preflight.text()]).toEqual([204, '']);
  });
});

describe('preflight of the real template with several allowed origins', () => {
  let port: number;
  beforeAll(async () => {
    const context = { allowedOrigins: origins.join(','), webUrl: 'https://web.example/canvas/' };
    port = await serve(context, afterAll);
  });

  it.each(
    origins.flatMap((origin) => [
      ['Origin', origin],
      ['origin', origin],
    ]),
  )('allows %s: %s', async (name, origin) => {
    const headers = await preflight(port, { [name]: origin });

    expect(headers['access-control-allow-origin']).toBe(origin);
    expect(headers.vary).toBe('Origin');
  });

  it('responds for unknown paths, so that the browser shows their 404', async () => {
    for (const path of ['/api/v9/nothing', '/api/v1/sandboxes/x/y/z', '/oauth']) {
      const headers = { Origin: 'https://b.example', 'Access-Control-Request-Method': 'POST' };
      const preflight = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'OPTIONS', headers });
      const call = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body: '{}' });

      expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, headers.Origin]);
      expect([call.status, call.headers.get('access-control-allow-origin')]).toEqual([404, headers.Origin]);
      expect(await call.json()).toMatchObject({ code: 'not_found', detail: NO_ROUTE });
    }
  });

  it.each([
    ['/', '/'],
    ['/conversations/0a1b2c3d', '/conversations/0a1b2c3d'],
    ['/conversations/%0d%0aSet-Cookie:%20a=b', '/conversations/%250d%250aSet-Cookie%3A%2520a%3Db'],
    ['/conversations/x@evil.example', '/conversations/x%40evil.example'],
    ['/settings', '/settings'],
    ['/settings/api-keys?next=https://evil.example', '/settings'],
  ])('redirects people from %s to the web client of the settings', async (path, target) => {
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => fetch(`http://127.0.0.1:${port}${path}`, { method, redirect: 'manual' })),
    );

    for (const answer of [get, head]) {
      expect([answer?.status, answer?.headers.get('location')]).toEqual([302, `https://web.example/canvas${target}`]);
    }
  });

  it('has an unknown route /docs, as it has no console', async () => {
    const [get, options] = await Promise.all(
      ['GET', 'OPTIONS'].map((method) => fetch(`http://127.0.0.1:${port}/docs`, { method })),
    );
    expect([get?.status, options?.status]).toEqual([404, 204]);
    expect(await get?.json()).toMatchObject({ code: 'not_found', detail: NO_ROUTE });
  });

  it('lets pages of the internet send requests to this machine', async () => {
    const asked = { Origin: 'https://a.example', 'Access-Control-Request-Private-Network': 'true' };
    expect(await preflight(port, asked)).toMatchObject({ 'access-control-allow-private-network': 'true' });
    expect(await preflight(port, { Origin: asked.Origin })).not.toHaveProperty('access-control-allow-private-network');
  });

  it('returns an allowed origin to a foreign one, so that the browser blocks it', async () => {
    const headers = await preflight(port, { Origin: 'https://evil.example' });

    expect(headers['access-control-allow-origin']).toBe('https://a.example');
  });
});
