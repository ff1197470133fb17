import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineEndpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { COMPRESSED_BYTES } from '../../../shared/http/answers/etag.ts';
import { implement, Revised } from '../../../shared/http/operation/operation.ts';
import { serve } from '../../../shared/http/serve/serve.ts';
import { NotFoundError } from '../../../shared/platform/errors.ts';
import { invoke, type TestRequest } from '../../support/http/invoke.ts';
import { aContext, anEvent } from '../../support/http/proxy-event.ts';

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

/** The raw answer, which may have no body. */
async function sent(operation: ReturnType<typeof say>, method: 'GET' | 'HEAD', request: TestRequest = {}) {
  process.env.ALLOWED_ORIGINS ??= '*';
  const handler = serve(operation, () => ({}));
  return handler({ ...anEvent(thing, request), httpMethod: method }, aContext('get-thing'));
}

describe('the validator of an answer', () => {
  it('is the same for the same answer, and another for another', async () => {
    expect(await tagOf('a')).toBe(await tagOf('a'));
    expect(await tagOf('a')).not.toBe(await tagOf('b'));
    expect(await tagOf('a')).toMatch(/^"[0-9a-f]{32}"$/);
  });

  it('is weak where API Gateway may compress the answer', async () => {
    expect(await tagOf('x'.repeat(COMPRESSED_BYTES))).toMatch(/^W\/"[0-9a-f]{32}"$/);
  });

  it('begins with the revision where changes depend on one', async () => {
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
  ])('naming %s leaves the body out', async (_, header) => {
    const { statusCode, body, headers } = await sent(say('a'), 'GET', {
      headers: { 'If-None-Match': header(await tagOf('a')) },
    });

    expect([statusCode, body]).toEqual([304, '']);
    expect(headers).toMatchObject({
      ETag: await tagOf('a'),
      'Cache-Control': 'private, no-cache',
      Vary: 'Origin, Authorization, X-Session-API-Key',
    });
  });

  it.each(['"other"', 'nonsense', '', 'W/"x", "y"'])('naming %j is answered in full', async (header) => {
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

  it('is a 304 where GET would be one', async () => {
    expect((await sent(say('a'), 'HEAD', { headers: { 'If-None-Match': await tagOf('a') } })).statusCode).toBe(304);
  });
});
