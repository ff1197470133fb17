import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { NO_ROUTE } from '../../../../../infra/api/gateway-responses.ts';
import { loadAssembly } from '../../../../../infra/local/assembly/assembly.ts';
import { createGateway } from '../../../../../infra/local/gateway/gateway.ts';
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

it.each([
  [{}, ['/', '/docs', '/conversations/abc', '/settings', '/settings/secrets']],
  [{ webUrl: 'https://web.example' }, ['/docs']],
])('without a page to redirect to, the paths that people open are unknown routes: %o', async (settings, paths) => {
  const port = await serve(settings, onTestFinished);

  expect(NO_ROUTE).toContain('/openapi.json');
  for (const path of paths) {
    const address = `http://127.0.0.1:${port}${path}`;
    const [get, preflight] = await Promise.all([fetch(address), fetch(address, { method: 'OPTIONS' })]);
    expect([path, get.status, preflight.status]).toEqual([path, 404, 204]);
    expect(await get.json()).toMatchObject({ code: 'not_found', detail: NO_ROUTE });
  }
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
      expect([call.status, call.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
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

  it('returns an allowed origin to a foreign one, so that the browser blocks it', async () => {
    const headers = await preflight(port, { Origin: 'https://evil.example' });

    expect(headers['access-control-allow-origin']).toBe('https://a.example');
  });
});
