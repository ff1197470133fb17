import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { methodsOf } from '../../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../../shared/contract/index.ts';
import { maxBodyBytesOf } from '../../../shared/http/request/read-body.ts';
import { searchSize, searchSizes } from '../../support/search-size.ts';
import type { Answer, Options } from '../../support/service/api.ts';
import { type Route, routes } from '../../support/service/openapi.ts';
import { anonymous, newOwner } from '../../support/service/owners.ts';
import { expectJsonRpcFailure, expectOAuthFailure, expectProblem } from '../../support/service/problems.ts';

/** Without the routes of agents, which need the key of a sandbox, and those whose body is not JSON. */
const withBody = routes
  .filter(({ hasBody, takesBytes, needsSandboxKey }) => hasBody && !takesBytes && !needsSandboxKey)
  // The bytes are signed, and read only if the signature is right.
  .filter(({ path }) => !path.startsWith('/api/v1/prebuild-hooks/'))
  .map((route, index) => [`${route.method} ${route.path}`, route, index] as const);

/**
 * The cases for one route. All endpoints share the code that reads bodies, so each route gets one case in turn. A long
 * search gives every route every case.
 */
function casesFor<T>(index: number, cases: readonly T[]): readonly T[] {
  return searchSize === searchSizes.long ? cases : cases.slice(index % cases.length).slice(0, 1);
}

/** Routes whose clients expect a 400 instead of a 422. */
const ofOAuth = new Set(['/oauth/device/token', '/oauth/device/authorize']);
const answers400 = new Set(['/api/v1/conversations/{conversation_id}/pending-messages', ...ofOAuth, '/mcp']);

/** The problem in a refusal. That of JSON-RPC is inside an error. */
const problemOf = ({ path }: Route, { body }: Answer) => (path === '/mcp' ? body.error.data : body);

/** A refusal in the format of the route. */
function expectRefusal({ path }: Route, answer: Answer, status: number, code: string): void {
  if (path === '/mcp') expectJsonRpcFailure(answer, status, code);
  else if (ofOAuth.has(path)) expectOAuthFailure(answer, status, 'invalid_request', code);
  else expectProblem(answer, status, code);
}

/** Routes whose body can be missing. */
const needsNone = new Set(routes.filter(({ needsBody }) => !needsBody).map(({ path }) => path));

const send = ({ method, path }: Route, options: Options) => owner.api.send(method, pathOf(path), options);

/** With ids in the form that the path asks for. */
const pathOf = (path: string) =>
  path
    .replace(/\{(?:upload|command)_id\}/, randomUUID())
    .replace('{port_id}', '8')
    .replace('{snapshot_id}', '0'.repeat(32))
    .replace('{spec_id}', 'own.none')
    .replaceAll(/\{\w+\}/g, 'x');

// The service checks scopes before it reads the request, so the key has all of them.
const owner = await newOwner(['--scopes', 'admin']);

describe('malformed requests', () => {
  it.each(withBody)('are refused for a body of %s that is not JSON', async (_, route, index) => {
    for (const body of casesFor(index, ['{', '{"a":}', 'null null', "{'a': 1}", '\u0000', '[1,]'])) {
      const answer = await send(route, { body });

      expectRefusal(route, answer, 400, 'malformed_request');
      expect(answer.body.message).toBe(route.isLegacy ? answer.body.detail : undefined);
    }
  });

  it.each(withBody)('are refused for JSON on %s that is not an object, or is missing', async (_, route, index) => {
    const bodies = ['null', '[]', '"text"', '1', 'true', ...(needsNone.has(route.path) ? [] : [undefined])];
    for (const body of casesFor(index, bodies)) {
      const answer = await send(route, { body, headers: { 'Content-Type': 'application/json' } });

      if (answers400.has(route.path)) expectRefusal(route, answer, 400, 'malformed_request');
      else expectProblem(answer, 422, 'validation_failed');
      expect(problemOf(route, answer).errors).toMatchObject([{ loc: ['body'], pointer: '#' }]);
    }
  });

  it.each(withBody)('are refused for a body of %s in another format', async (_, route, index) => {
    const form = route.takesForm ? [] : ['application/x-www-form-urlencoded'];
    for (const type of casesFor(index, ['text/plain', 'multipart/form-data', 'application/xml', ...form])) {
      const answer = await send(route, { body: '{}', headers: { 'Content-Type': type } });

      expectRefusal(route, answer, 415, 'unsupported_media_type');
      expect(answer.body.message).toBe(route.isLegacy ? answer.body.detail : undefined);
    }
  });

  it.each(
    routes.filter(({ takesBytes }) => takesBytes).map((route) => [`${route.method} ${route.path}`, route] as const),
  )('are refused for a body of %s that is not of the type for bytes, or too large', async (_, { method, path }) => {
    const at = path.replace('{transfer_id}', '0'.repeat(32)).replace('{number}', '0').replace('{sandbox_id}', 'x');
    const put = (body: Uint8Array, type: string) =>
      owner.api.send(method, at, { query: { path: 'x' }, body, headers: { 'Content-Type': type } });
    for (const type of ['text/plain', 'application/json', 'application/x-www-form-urlencoded'])
      expectProblem(await put(new Uint8Array([0xff, 0]), type), 415, 'unsupported_media_type');

    const answer = await put(new Uint8Array(4 * 1024 * 1024 + 1), 'application/octet-stream');
    expectProblem(answer, 413, 'payload_too_large');
  });

  it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.client+json'])(
    'do not include JSON of the type %s, which is accepted',
    async (type) => {
      const answer = await owner.api.send('POST', '/api/v1/app-conversations', {
        body: '{"title":1}',
        headers: { 'Content-Type': type },
      });

      expectProblem(answer, 422, 'validation_failed');
    },
  );

  it.each(withBody)('are refused for a body of %s that is too large', async (_, route) => {
    const endpoint = endpoints.find(({ method, path }) => method === route.method && path === route.path);
    const large = JSON.stringify({ title: 'a'.repeat(endpoint ? maxBodyBytesOf(endpoint) : 300 * 1024) });
    const answer = await send(route, { body: large });

    expectRefusal(route, answer, 413, 'payload_too_large');
    expect(problemOf(route, answer).detail).toContain(String(large.length));
    expect(answer.body.message).toBe(route.isLegacy ? answer.body.detail : undefined);
  });

  it('are refused for a body that is too large for the function, and for API Gateway', async () => {
    const bytes = (megabytes: number) => new Uint8Array(megabytes * 1024 * 1024).fill(0x20);
    const path = '/api/v1/app-conversations';
    for (const body of [bytes(7), bytes(9.9)])
      expectProblem(await owner.api.send('POST', path, { body }), 413, 'payload_too_large');

    // API Gateway refuses this one before it knows the API, in plain text.
    const { status, text } = await owner.api.send('POST', path, { body: bytes(11) });
    expect([status, text]).toEqual([413, 'HTTP content length exceeded 10485760 bytes.']);
  });

  it.each(withBody)('are refused for JSON on %s that is nested too deep', async (_, route) => {
    const nested = (depth: number) => {
      const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
      return send(route, { body: `{"processors":[{"deep":${deep}}],"deep":${deep}}` });
    };

    // The routes without a key accept only small bodies.
    for (const depth of [40, ofOAuth.has(route.path) ? 1_500 : 20_000]) {
      const tooDeep = await nested(depth);

      if (answers400.has(route.path)) expectRefusal(route, tooDeep, 400, 'malformed_request');
      else expectProblem(tooDeep, 422, 'validation_failed');
      expect(problemOf(route, tooDeep).errors).toMatchObject([{ loc: ['body'], type: 'too_deep' }]);
    }
  });

  it('are refused for a title and a path that are not UTF-8, and for a title of two lines', async () => {
    const body = Buffer.concat([Buffer.from('{"title":"caf'), Buffer.from([0xe9]), Buffer.from('"}')]);
    const answers = [
      await owner.api.send('POST', '/api/v1/app-conversations', { body }),
      await owner.api.send('GET', '/api/v1/app-conversations/search?title__contains=%ff'),
      await owner.api.send('GET', '/api/v1/app-conversations/caf%e9'),
    ];

    for (const answer of answers) expectProblem(answer, 400, 'malformed_request');
    const twoLines = await owner.api.send('POST', '/api/v1/app-conversations', { body: { title: 'a\nb' } });
    expectProblem(twoLines, 422, 'validation_failed');
    expect(twoLines.body.errors).toMatchObject([{ loc: ['body', 'title'] }]);
  });

  it("are a 401 where a sandbox's key is missing, whatever the body", async () => {
    const bodies = ['{', '{}', '[1]', `[${'1,'.repeat(2_300_000)}1]`, new Uint8Array(5_300_000).fill(0x20)];
    for (const path of ['/api/v1/webhooks/conversations', `/api/v1/webhooks/events/${'0'.repeat(32)}`])
      for (const body of bodies) expectProblem(await anonymous().send('POST', path, { body }), 401, 'unauthenticated');
  });

  it.each(withBody)('reach no prototype with a body of %s', async (_, route) => {
    for (const body of ['{"__proto__":{"title":1}}', '{"constructor":{"prototype":{"title":1}}}']) {
      const answer = await send(route, { body });

      expect([200, 400, 422]).toContain(answer.status);
    }
  });

  it('are refused for unknown paths', async () => {
    // Without `/` and the pages of a web client, which redirect people.
    const paths = [
      '/nope',
      '/conversations',
      '/api',
      '/api/',
      '/api/v1',
      '/api/v1/sandboxes/a/b/c',
      '/api/v2/sandboxes',
      '/ALIVE',
    ];
    for (const path of [...paths, '/api/v1/app-conversations/x/y', '/openapi', '/api/v1//sandboxes']) {
      for (const api of [owner.api, owner.bearer, anonymous()]) {
        expectProblem(await api.get(path), 404, 'not_found');
      }
    }
  });

  it('are refused with the allowed methods of the path', async () => {
    for (const [index, [path, ofPath]] of [...Map.groupBy(endpoints, (endpoint) => endpoint.path)].entries()) {
      const known = methodsOf(ofPath);
      const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !known.includes(method));
      for (const method of casesFor(index, others)) {
        const headers = { 'Content-Type': 'application/json; charset=utf-8' };
        const answer = await owner.bearer.send(method, path.replaceAll(/\{\w+\}/g, 'x'), {
          ...(method === 'GET' ? {} : { body: '{}' }),
          headers,
        });

        expectProblem(answer, 405, 'method_not_allowed');
        const allowed = answer.headers.get('allow')?.split(/, */).toSorted();
        expect([path, allowed]).toEqual([path, [...known, 'OPTIONS'].toSorted()]);
      }
    }
  });
});
