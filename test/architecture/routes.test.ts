import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../shared/contract/index.ts';

describe('the route table', () => {
  it('no two endpoints share an id or a route', () => {
    expect(new Set(endpoints.map(({ id }) => id)).size).toBe(endpoints.length);
    expect(new Set(endpoints.map(({ method, path }) => `${method} ${path}`)).size).toBe(endpoints.length);
  });

  it('the contract declares each path parameter', () => {
    for (const endpoint of endpoints) {
      const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys('params' in endpoint ? endpoint.params.shape : {}), endpoint.id).toEqual(names);
    }
  });

  it('each endpoint with an API key names its scope, and no other endpoint does', () => {
    for (const { id, access, scope, constant } of endpoints as readonly Endpoint[]) {
      expect(scope !== undefined, id).toBe(access === 'key');
      // API Gateway returns a constant without checking the scopes of the key.
      if (access === 'key' && constant !== undefined) expect(scope, id).toBe('any');
    }
  });

  it('each constant answer satisfies its contract, and belongs to an endpoint without code', () => {
    for (const endpoint of endpoints as readonly Endpoint[]) {
      if (endpoint.constant === undefined) continue;
      const { success, body, access, errors } = endpoint;
      expect(success.body.safeParse(endpoint.constant), endpoint.id).toEqual({
        success: true,
        data: endpoint.constant,
      });
      expect(success.contentType ?? 'application/json', endpoint.id).toBe('application/json');
      expect({ body, errors }, endpoint.id).toEqual({ body: undefined, errors: [] });
      expect(access, endpoint.id).not.toBe('sandbox');
    }
  });
});
