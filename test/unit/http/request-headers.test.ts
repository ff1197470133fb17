import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { defineEndpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { getMigrationGuide } from '../../../shared/contract/service/service.ts';
import { COMPRESSED_BYTES, revisionsIn } from '../../../shared/http/answers/etag.ts';
import { implement, Revised } from '../../../shared/http/operation/operation.ts';
import { serve } from '../../../shared/http/serve/serve.ts';
import { NotFoundError, requireRevision } from '../../../shared/platform/errors.ts';
import { echo, echoEndpoint, good } from '../../support/http/echo.ts';
import { invoke, type TestRequest } from '../../support/http/invoke.ts';
import { aContext, anEvent } from '../../support/http/proxy-event.ts';

const statusFor = async (Accept: string) => (await invoke(echo(), {}, { ...good, headers: { Accept } })).status;

/** The problem of a request that must be refused before its operation runs. */
async function refused(headers: Readonly<Record<string, string>>) {
  const run = vi.fn(() => ({ said: 1 }));
  const { body } = await invoke(echo(run), {}, { ...good, headers });
  expect(run).not.toHaveBeenCalled();
  return body;
}

describe('Accept', () => {
  it.each([
    '*/*',
    '',
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/*',
    'application/problem+json',
    'application/json, text/plain, */*',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'text/event-stream, application/json;q=0.1',
    'text/html, */*;q=0.001',
    'json',
    'nonsense, , ;q=1',
  ])('%j is answered', async (accept) => {
    expect(await statusFor(accept)).toBe(201);
  });

  it.each([
    'text/html',
    'text/*',
    'image/png, text/html;q=0.5',
    'application/json;q=0, application/problem+json;q=0',
    '*/*;q=0',
  ])('%j is refused', async (accept) => {
    const { status, code, detail } = await refused({ Accept: accept });

    expect([status, code]).toEqual([406, 'not_acceptable']);
    expect(detail).toContain('application/json');
  });

  it('for JSON gets an HTML page, as clients ask for JSON in every request', async () => {
    const page = implement(getMigrationGuide, async () => '<p>');

    expect((await invoke(page, {}, { headers: { Accept: 'application/json' } })).status).toBe(200);
    expect((await invoke(page, {}, { headers: { Accept: 'text/html' } })).status).toBe(200);
    expect((await invoke(page, {}, { headers: { Accept: 'image/png' } })).status).toBe(406);
  });
});

const hash = '4f1c8a0b9d2e7c6f5a3b1d0e9f8c7b6a';

const revised = { ...echoEndpoint, revised: true as const };
let runs = 0;

/** A resource at revision 3. */
const change = implement(revised, async ({ request }, _: Record<string, never>) => {
  requireRevision(3, request.revisions, 'thing');
  runs += 1;
  return new Revised({ said: 'done' }, 4);
});

const changeIf = (ifMatch?: string) =>
  invoke(change, {}, { ...good, ...(ifMatch === undefined ? {} : { headers: { 'If-Match': ifMatch } }) });

describe('If-Match', () => {
  it.each<[string | undefined, readonly number[] | undefined]>([
    [undefined, undefined],
    ['*', undefined],
    [`"3-${hash}"`, [3]],
    [`"3-${hash}", "12-00"`, [3, 12]],
    [`W/"3-${hash}"`, []],
    [`"${hash}"`, []],
    ['"-1-aa"', []],
    ['nonsense', []],
    ['', []],
    [Array.from({ length: 1_000 }, (_, index) => `"${index}-a"`).join(), Array.from({ length: 20 }, (_, n) => n)],
  ])('%s lists the revisions %j', (header, revisions) => {
    expect(revisionsIn(header)).toEqual(revisions);
  });

  it.each([undefined, '*', `"3-${hash}"`, `"2-aa","3-bb"`])('%s allows a change of revision 3', async (header) => {
    const { status, headers } = await changeIf(header);

    expect(status).toBe(201);
    expect(headers.ETag).toMatch(/^"4-[0-9a-f]{32}"$/);
  });

  it.each([`"2-${hash}"`, `W/"3-${hash}"`, '"other"'])('%s prevents a change of revision 3', async (header) => {
    const before = runs;

    const { status, body } = await changeIf(header);

    expect([status, body.code, runs]).toEqual([412, 'precondition_failed', before]);
  });

  it('is refused by an operation without revisions', async () => {
    const { status, code } = await refused({ 'If-Match': `"3-${hash}"` });

    expect([status, code]).toEqual([412, 'precondition_failed']);
  });
});

const thing = defineEndpoint(() => ({
  id: 'get-thing',
  area: 'service',
  method: 'GET',
  path: '/api/things',
  summary: 'Read a thing',
  access: 'key',
  scope: 'any',
  generation: 'v1',
  revised: true,
  success: { status: 200, cache: 'own', body: z.object({ text: z.string() }) },
  errors: ['not_found'],
}));

const say = (text: string) => implement(thing, async () => ({ text }));
const tagOf = async (text: string) => String((await invoke(say(text), {})).headers.ETag);

/** Returns the raw response, which can have no body. */
async function sent(operation: ReturnType<typeof say>, method: 'GET' | 'HEAD', request: TestRequest = {}) {
  process.env.ALLOWED_ORIGINS ??= '*';
  const handler = serve(operation, () => ({}));
  return handler({ ...anEvent(thing, request), httpMethod: method }, aContext('get-thing'));
}

describe('ETag', () => {
  it('depends on the response body', async () => {
    expect(await tagOf('a')).toBe(await tagOf('a'));
    expect(await tagOf('a')).not.toBe(await tagOf('b'));
    expect(await tagOf('a')).toMatch(/^"[0-9a-f]{32}"$/);
  });

  it('is weak if API Gateway can compress the response', async () => {
    expect(await tagOf('x'.repeat(COMPRESSED_BYTES))).toMatch(/^W\/"[0-9a-f]{32}"$/);
  });

  it('begins with the revision of a revised resource', async () => {
    const { headers } = await invoke(
      implement(thing, async () => new Revised({ text: 'a' }, 7)),
      {},
    );

    expect(headers.ETag).toMatch(/^"7-[0-9a-f]{32}"$/);
  });

  it('is missing from errors', async () => {
    const failing = implement(thing, async () => {
      throw new NotFoundError('Thing', 'a');
    });

    const { headers } = await invoke(failing, {}, { headers: { 'If-None-Match': '*' } });

    expect(headers).not.toHaveProperty('ETag');
    expect(headers['Cache-Control']).toBe('no-store');
  });
});

describe('If-None-Match', () => {
  it.each<[string, (tag: string) => string]>([
    ['the tag', (tag) => tag],
    ['the weak form of it', (tag) => `W/${tag}`],
    ['a list with it', (tag) => `"other", ${tag} ,W/"more"`],
    ['anything', () => ' * '],
  ])('with %s leaves out the body', async (_, header) => {
    const { statusCode, body, headers } = await sent(say('a'), 'GET', {
      headers: { 'If-None-Match': header(await tagOf('a')) },
    });

    expect([statusCode, body]).toEqual([304, '']);
    expect(headers).toMatchObject({
      ETag: await tagOf('a'),
      'Cache-Control': 'private, no-cache',
      Vary: 'Origin, Authorization, X-Session-API-Key, X-Org-Id',
    });
  });

  it.each(['"other"', 'nonsense', '', 'W/"x", "y"'])('with %j gets the full response', async (header) => {
    const { statusCode, body } = await sent(say('a'), 'GET', { headers: { 'If-None-Match': header } });

    expect([statusCode, body]).toEqual([200, '{"text":"a"}']);
  });
});

describe('HEAD', () => {
  it('has the status and the headers of GET, and no body', async () => {
    const [get, head] = [await sent(say('a'), 'GET'), await sent(say('a'), 'HEAD')];
    const { 'X-Request-Id': _, ...same } = get.headers ?? {};

    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect(head.headers).toMatchObject(same);
  });

  it('has no body when it is refused', async () => {
    const { statusCode, body } = await sent(say('a'), 'HEAD', { headers: { Accept: 'image/png' } });

    expect([statusCode, body]).toEqual([406, '']);
  });

  it('returns 304 where GET does', async () => {
    expect((await sent(say('a'), 'HEAD', { headers: { 'If-None-Match': await tagOf('a') } })).statusCode).toBe(304);
  });
});
