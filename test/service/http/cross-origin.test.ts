import { describe, expect, it } from 'vitest';
import { routes } from '../../support/service/openapi.ts';
import { anonymous, newOwner } from '../../support/service/owners.ts';

const origin = 'https://app.example.com';

/** The headers that the web clients of this interface send, and that of a compressed body. */
const clientHeaders = [
  'authorization',
  'content-type',
  'content-encoding',
  'x-session-api-key',
  'x-org-id',
  'x-openhands-client',
  'x-openhands-client-version',
];

/** One policy covers all paths, so each preflight allows the methods of every path. */
const methods = ['get', 'post', 'patch', 'put', 'delete', 'options'];

const owner = await newOwner();

const listed = (header: string | null) => (header ?? '').toLowerCase().split(/, */);
const plain = (path: string) => path.replaceAll(/\{\w+\}/g, 'x');

describe('a browser of another origin', () => {
  it.each([...new Set(routes.map(({ path }) => path))])(
    'gets a response to its preflight of %s without a key',
    async (path) => {
      for (const { method } of routes.filter((route) => route.path === path)) {
        const answer = await anonymous().send('OPTIONS', plain(path), {
          headers: {
            Origin: origin,
            'Access-Control-Request-Method': method,
            'Access-Control-Request-Headers': clientHeaders.join(','),
          },
        });

        expect(answer.status, answer.text).toBe(204);
        expect(answer.headers.get('access-control-allow-origin')).toMatch(/^(\*|https:\/\/app\.example\.com)$/);
        expect(listed(answer.headers.get('access-control-allow-methods'))).toEqual(expect.arrayContaining(methods));
        expect(methods).toContain(method.toLowerCase());
        expect(listed(answer.headers.get('access-control-allow-headers'))).toEqual(
          expect.arrayContaining(clientHeaders),
        );
        expect(Number(answer.headers.get('access-control-max-age'))).toBeGreaterThan(0);
        expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      }
    },
  );

  it('can read the response of every route, with and without a key', async () => {
    const unreadable: string[] = [];
    for (const { method, path } of routes) {
      for (const api of [anonymous(), owner.api]) {
        // An invalid body, so that no request starts or changes anything.
        const body = method === 'GET' || method === 'DELETE' ? {} : { body: '[', headers: { Origin: origin } };
        const answer = await api.send(method, plain(path), { headers: { Origin: origin }, ...body });
        const isReadable = /^(\*|https:\/\/app\.example\.com)$/.test(
          answer.headers.get('access-control-allow-origin') ?? '',
        );
        const exposed = listed(answer.headers.get('access-control-expose-headers'));
        if (!isReadable || !exposed.includes('x-request-id')) unreadable.push(`${method} ${path}: ${answer.status}`);
      }
    }

    expect(unreadable).toEqual([]);
  });

  it('can read the response of each status, and the headers that the service exposes', async () => {
    const headers = { Origin: origin };
    const large = new Uint8Array(7 * 1024 * 1024).fill(0x20);
    const answers = {
      200: await owner.api.send('GET', '/api/v1/sandboxes/search', { headers }),
      400: await owner.api.send('POST', '/api/conversations', { headers, body: '{' }),
      401: await anonymous().send('GET', '/api/v1/sandboxes/search', { headers }),
      404: await owner.api.send('GET', '/api/v1/sandboxes/unknown', { headers }),
      405: await owner.api.send('PATCH', '/api/v1/sandboxes/search', { headers }),
      413: await owner.api.send('POST', '/api/v1/app-conversations', { headers, body: large }),
      415: await owner.api.send('POST', '/api/conversations', {
        headers: { ...headers, 'Content-Type': 'text/plain' },
        body: 'x',
      }),
      422: await owner.api.send('GET', '/api/conversations', { headers, query: { limit: 0 } }),
    };
    const noRoute = await owner.api.send('GET', '/no/such/route', { headers });

    for (const [status, answer] of [...Object.entries(answers), ['404', noRoute] as const]) {
      expect(answer.status).toBe(Number(status));
      expect([status, answer.headers.get('access-control-allow-origin')]).toEqual([
        status,
        expect.stringMatching(/^(\*|https:\/\/app\.example\.com)$/),
      ]);
      const exposed = listed(answer.headers.get('access-control-expose-headers'));
      const sent = ['x-request-id', 'retry-after', 'deprecation', 'link'].filter((name) => answer.headers.has(name));
      expect(exposed).toEqual(expect.arrayContaining(sent));
    }
  });

  it('receives no permission for credentials, and no cookie', async () => {
    const answers = [
      await owner.api.send('GET', '/api/keys/current', { headers: { Origin: origin } }),
      await anonymous().send('OPTIONS', '/api/keys/current', {
        headers: { Origin: origin, 'Access-Control-Request-Method': 'GET' },
      }),
    ];
    for (const { headers } of answers) {
      const isForAll = headers.get('access-control-allow-origin') === '*';
      if (isForAll) expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('set-cookie')).toBeNull();
    }
  });

  it('receives the security headers in responses of the gateway', async () => {
    const answers = [await anonymous().get('/api/keys/current'), await anonymous().get('/no/such/route')];

    expect(answers.map(({ status }) => status)).toEqual([401, 404]);
    for (const { headers } of answers) {
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('strict-transport-security')).toMatch(/max-age=\d+/);
    }
  });

  it('receives nosniff, HSTS and the exact content type', async () => {
    const { headers } = await owner.api.get('/api/keys/current');

    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toMatch(/max-age=\d+/);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
  });
});

describe('methods outside the contract', () => {
  it('are refused with the allowed methods and the usual headers', async () => {
    for (const path of ['/alive', '/api/v1/sandboxes/search']) {
      const { status, headers } = await owner.api.send('PUT', path);

      expect(status).toBe(405);
      expect(listed(headers.get('allow'))).toEqual(['get', 'head', 'options']);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('include HEAD for streamed responses', async () => {
    const { status, text, headers } = await owner.api.send('HEAD', '/api/v1/app-conversations/abc/download');

    expect([status, text, listed(headers.get('allow'))]).toEqual([405, '', ['get', 'options']]);
  });

  it('exclude OPTIONS, which needs no Origin header', async () => {
    expect((await anonymous().send('OPTIONS', '/alive')).status).toBe(204);
  });
});
