import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../../shared/contract/index.ts';
import { routes } from '../../support/service/openapi.ts';
import { anonymous, service } from '../../support/service/owners.ts';

/** Routes without a key, a token or a required parameter. */
const readable = routes.filter(
  ({ method, needsKey, needsSandboxKey, statuses }) =>
    method === 'GET' && !needsKey && !needsSandboxKey && !statuses.includes(401) && !statuses.includes(422),
);

describe('the endpoints without a key', () => {
  it('report that the service is alive, healthy and ready', async () => {
    const api = anonymous();

    const [alive, health, ready] = [await api.get('/alive'), await api.get('/health'), await api.get('/ready')];

    expect([alive.status, alive.body]).toEqual([200, { status: 'ok' }]);
    expect([health.status, health.text]).toEqual([200, 'OK']);
    expect(health.headers.get('content-type')).toMatch(/^text\/plain/);
    expect([ready.status, ready.body]).toEqual([200, { status: 'ready' }]);
  });

  it('return name, version and stage of the service', async () => {
    const { status, body } = await anonymous().get('/server_info');

    expect(status).toBe(200);
    expect(body).toEqual({
      name: 'agent-conversation-service',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      stage: expect.stringMatching(/^(local|dev|prod)$/),
      api_versions: ['v0', 'v1'],
    });
  });

  it('return the OpenAPI document with every route and the address of the request', async () => {
    const { status, body } = await anonymous().get('/openapi.json');

    expect(status).toBe(200);
    expect(body.openapi).toMatch(/^3\.1\.\d$/);
    expect(body.servers).toEqual([{ url: service().baseUrl }]);
    expect(Object.keys(body.paths)).toEqual([...new Set(routes.map(({ path }) => path))]);
  });

  it('ignore a wrong key', async () => {
    for (const { path } of readable) {
      const { status } = await anonymous().send('GET', path, { headers: { 'X-Session-API-Key': 'nonsense' } });

      expect([path, status]).toEqual([path, 200]);
    }
  });

  it('return a request id with each response, and only documents can be cached', async () => {
    const paths = [...readable.map(({ path }) => path), '/no/such/route', '/api/keys/current'];

    const answers = await Promise.all(paths.map((path) => anonymous().get(path)));

    const ids = answers.map(({ headers }) => headers.get('x-request-id'));
    expect(ids.every((id) => /^[0-9a-f-]{36}$/.test(id ?? ''))).toBe(true);
    expect(new Set(ids).size).toBe(answers.length);
    const kept = endpoints.flatMap((one: Endpoint): string[] => (one.success.cache === 'shared' ? [one.path] : []));
    expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(
      paths.map((path) => (kept.includes(path) ? 'public, max-age=300' : 'no-store')),
    );
  });
});
