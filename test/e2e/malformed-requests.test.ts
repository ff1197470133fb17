import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from './support/openapi.ts';
import { newOwner, nobody, type Owner } from './support/owners.ts';
import { expectProblem } from './support/problems.ts';

const withBody = routes.filter(({ hasBody }) => hasBody);
const isLegacy = (path: string) => path.startsWith('/api/conversations');

let owner: Owner;
beforeAll(async () => {
  owner = await newOwner();
});

describe('requests that are no requests of this interface', () => {
  it.each(withBody.map(({ path }) => path))('refuses a body of %s that is not JSON', async (path) => {
    for (const body of ['{', '{"a":}', 'null null', "{'a': 1}", '\u0000', '[1,]']) {
      const answer = await owner.api.send('POST', path, { body });

      expectProblem(answer, 400, 'malformed_request');
      expect(answer.body.message).toBe(isLegacy(path) ? answer.body.detail : undefined);
    }
  });

  it.each(withBody.map(({ path }) => path))('refuses JSON on %s that is no object, or nothing', async (path) => {
    for (const body of ['null', '[]', '"text"', '1', 'true', undefined]) {
      const answer = await owner.api.send('POST', path, { body, headers: { 'Content-Type': 'application/json' } });

      expectProblem(answer, 422, 'validation_failed');
      expect(answer.body.errors).toMatchObject([{ loc: ['body'], pointer: '#' }]);
    }
  });

  it.each(withBody.map(({ path }) => path))('refuses a body of %s in another format', async (path) => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/xml']) {
      const answer = await owner.api.send('POST', path, { body: '{}', headers: { 'Content-Type': type } });

      expectProblem(answer, 415, 'unsupported_media_type');
      expect(answer.body.message).toBe(isLegacy(path) ? answer.body.detail : undefined);
    }
  });

  it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.client+json'])(
    'accepts JSON named %s',
    async (type) => {
      const answer = await owner.api.send('POST', '/api/v1/app-conversations', {
        body: '{"title":1}',
        headers: { 'Content-Type': type },
      });

      expectProblem(answer, 422, 'validation_failed');
    },
  );

  it.each(withBody.map(({ path }) => path))('refuses a body of %s that is too large', async (path) => {
    const large = JSON.stringify({ title: 'a'.repeat(300 * 1024) });
    const answer = await owner.api.send('POST', path, { body: large });

    expectProblem(answer, 413, 'payload_too_large');
    expect(answer.body.detail).toContain(String(large.length));
    expect(answer.body.message).toBe(isLegacy(path) ? answer.body.detail : undefined);
  });

  it('refuses more than the gateway takes', async () => {
    const body = new Uint8Array(11 * 1024 * 1024).fill(0x20);

    expectProblem(await owner.api.send('POST', '/api/v1/app-conversations', { body }), 413, 'payload_too_large');
  });

  it.each(withBody.map(({ path }) => path))('refuses JSON on %s that is nested without end', async (path) => {
    const nested = (depth: number) => {
      const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
      return owner.api.send('POST', path, { body: `{"processors":[{"deep":${deep}}],"deep":${deep}}` });
    };

    expectProblem(await nested(40), 422, 'validation_failed');
    // So deep that the parser itself gives up.
    expectProblem(await nested(20_000), 400, 'malformed_request');
  });

  it.each(withBody.map(({ path }) => path))('lets no body of %s reach into prototypes', async (path) => {
    for (const body of ['{"__proto__":{"title":1}}', '{"constructor":{"prototype":{"title":1}}}']) {
      const answer = await owner.api.send('POST', path, { body });

      expect([200, 400, 422]).toContain(answer.status);
    }
  });

  it('knows no other paths', async () => {
    const paths = ['/', '/nope', '/api', '/api/', '/api/v1', '/api/v1/sandboxes/a/b/c', '/api/v2/sandboxes', '/ALIVE'];
    for (const path of [...paths, '/api/v1/app-conversations/x/y', '/openapi', '/api/v1//sandboxes']) {
      for (const api of [owner.api, nobody()]) {
        expectProblem(await api.get(path), 404, 'not_found');
      }
    }
  });

  it('names the methods of a path when another one is used', async () => {
    for (const path of new Set(routes.map((route) => route.path))) {
      const known = routes.filter((route) => route.path === path).map(({ method }) => method);
      const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !known.includes(method));
      for (const method of others) {
        const answer = await owner.api.send(method, path.replaceAll(/\{\w+\}/g, 'x'));

        expectProblem(answer, 405, 'method_not_allowed');
        const allowed = answer.headers.get('allow')?.split(/, */).toSorted();
        expect([path, allowed]).toEqual([path, [...known, 'OPTIONS'].toSorted()]);
      }
    }
  });
});
