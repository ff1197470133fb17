import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workerAccess } from '../../infra/access/workers.ts';
import { endpointAccess } from '../../infra/access.ts';
import { workers } from '../../infra/workers.ts';
import { codedEndpoints, endpoints } from '../../shared/contract/index.ts';
import type { Endpoint } from '../../shared/http/endpoint.ts';

const root = join(import.meta.dirname, '../..');
const files = globSync('functions/**/*.ts', { cwd: root }).toSorted();
const lambdas = [...codedEndpoints, ...workers];

describe('route table, files and permissions', () => {
  it('has one file for each Lambda and one Lambda for each file', () => {
    expect(lambdas.map(({ area, id }) => `functions/${area}/${id}.ts`).toSorted()).toEqual(files);
  });

  it('has one line of permissions for each Lambda', () => {
    expect(Object.keys({ ...endpointAccess, ...workerAccess }).toSorted()).toEqual(
      lambdas.map(({ id }) => id).toSorted(),
    );
  });

  it('has no two endpoints with one id or one route', () => {
    expect(new Set(endpoints.map(({ id }) => id)).size).toBe(endpoints.length);
    expect(new Set(endpoints.map(({ method, path }) => `${method} ${path}`)).size).toBe(endpoints.length);
  });

  it('declares each path parameter in the contract', () => {
    for (const endpoint of endpoints) {
      const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys('params' in endpoint ? endpoint.params.shape : {}), endpoint.id).toEqual(names);
    }
  });

  it('names the scope of each endpoint behind a key, and of no other', () => {
    for (const { id, access, scope, constant } of endpoints as readonly Endpoint[]) {
      expect(scope !== undefined, id).toBe(access === 'key');
      // API Gateway answers a constant without asking us what the key may do.
      if (access === 'key' && constant !== undefined) expect(scope, id).toBe('any');
    }
  });

  it('answers a constant that its contract allows, and nothing else of its own', () => {
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
