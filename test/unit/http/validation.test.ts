import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { defineEndpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { implement } from '../../../shared/http/operation/operation.ts';
import { serve } from '../../../shared/http/serve/serve.ts';
import { aCaller, aRequest } from '../../support/http/a-caller.ts';
import { badFields } from '../../support/http/answers.ts';
import { echo, echoEndpoint, good } from '../../support/http/echo.ts';
import { invoke, type TestRequest } from '../../support/http/invoke.ts';
import { MemoryAuditLog } from '../../support/http/memory-audit-log.ts';
import { aContext, anEvent } from '../../support/http/proxy-event.ts';

const send = (request: TestRequest) => invoke(echo(), {}, { ...good, ...request });
const serveText = (rawBody: string) => {
  const handler = serve(
    echo(),
    () => ({}),
    undefined,
    () => new MemoryAuditLog(),
  );
  return handler(anEvent(echoEndpoint, { params: good.params, rawBody }), aContext('echo'));
};
const nested = (levels: number): unknown => (levels === 0 ? 1 : { deeper: nested(levels - 1) });

describe('request', () => {
  it('reaches the operation parsed, with defaults, caller and base URL', async () => {
    const { status, body } = await send({
      query: { limit: 7, tag: ['a', 'b'], unknown: 'ignored' },
      caller: { ownerId: 'ann', keyName: 'laptop', scheme: 'bearer' },
    });

    // Functions are not part of the response.
    const { claim: _, ...written } = aRequest;
    expect(status).toBe(201);
    expect(body.said).toEqual({
      params: { thing_id: 'one' },
      query: { limit: 7, tag: ['a', 'b'] },
      body: { name: 'ann' },
      caller: { ...aCaller, keyName: 'laptop', scheme: 'bearer' },
      request: {
        ...written,
        requestId: expect.any(String),
        userAgent: null,
        contentType: 'application/json',
        headers: expect.objectContaining({ 'content-type': 'application/json' }),
        isOfCanvas: false,
      },
    });
  });

  it('takes one value as a list, and the last of several as a single value', async () => {
    const { body } = await send({ query: { tag: 'a', limit: [1, 2] } });

    expect(body.said.query).toEqual({ tag: ['a'], limit: 2 });
  });

  it('may have its body in Base64 and with a charset', async () => {
    const rawBody = Buffer.from(JSON.stringify({ name: 'ünı' })).toString('base64');
    const headers = { 'Content-Type': 'application/json; charset=utf-8' };

    const { body } = await send({ body: undefined, rawBody, isBase64Encoded: true, headers });

    expect(body.said.body).toEqual({ name: 'ünı' });
  });
});

describe('validation error', () => {
  it('names every invalid field at once, each with path, message, type and pointer', async () => {
    const { status, body } = await send({
      params: { thing_id: 'too long' },
      query: { limit: 99 },
      body: { 'a/b~c': 'x', parts: [{ size: 1 }, { size: 'big' }], nobody: 1, asked: 2 },
    });

    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'validation_failed', type: 'about:blank', title: 'Unprocessable Content' });
    expect(body.errors.map(({ loc, pointer }: { loc: unknown; pointer: string }) => [loc, pointer])).toEqual([
      [['path', 'thing_id'], '#/thing_id'],
      [['query', 'limit'], '#/limit'],
      [['body', 'name'], '#/name'],
      [['body', 'a/b~c'], '#/a~1b~0c'],
      [['body', 'parts', 1, 'size'], '#/parts/1/size'],
      [['body', 'nobody'], '#/nobody'],
      [['body', 'asked'], '#/asked'],
    ]);
    for (const { msg, type } of body.errors) expect([typeof msg, typeof type]).toEqual(['string', 'string']);
    expect(body.detail).toContain('body.nobody: Unknown field. Remove it.');
  });

  it('has a short detail, and the whole list of errors', async () => {
    const fields = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`field${index}`, index]));

    const answer = await send({ body: { name: 'x', ...fields } });

    expect(badFields(answer)).toHaveLength(200);
    expect(answer.body.detail.length).toBeLessThan(1100);
  });

  it('lists at most a thousand invalid fields, so that the response stays within its size limit', async () => {
    const answers = [
      await send({ body: undefined, rawBody: `{"name":"x","parts":[${'1,'.repeat(10_000)}1]}` }),
      await send({ body: undefined, rawBody: `{"name":"x","anything":[${'1e99,'.repeat(10_000)}1]}` }),
    ];

    for (const answer of answers) expect([answer.status, badFields(answer).length]).toEqual([422, 1000]);
  });

  it.each([
    ['no body', { body: undefined }],
    ['null', { body: null }],
    ['a list', { body: [] }],
    ['a text', { body: 'name' }],
  ])('refuses %s in place of an object', async (_, request) => {
    const answer = await send(request);

    expect([answer.status, badFields(answer)]).toEqual([422, ['body']]);
  });

  it('refuses JSON that cannot be stored', async () => {
    const fits = await send({ body: { name: 'x', anything: nested(23) } });
    const tooDeep = await send({ body: { name: 'x', anything: nested(24) } });

    expect([fits.status, tooDeep.status]).toEqual([201, 422]);
    expect(tooDeep.body.errors).toMatchObject([{ loc: ['body'], type: 'too_deep', pointer: '#' }]);
  });

  it('refuses deeply nested JSON in ignored fields, before any other error', async () => {
    const body = z.object({ name: z.string() }).optional();
    const run = vi.fn(async () => ({ said: null }));
    const passing = implement(
      defineEndpoint(() => ({ ...echoEndpoint, body })),
      run,
    );
    const clientsKnow400 = implement(
      defineEndpoint(() => ({ ...echoEndpoint, body, invalidCode: 'malformed_request' })),
      run,
    );

    const request = { ...good, query: { limit: 99 }, body: { unknown: nested(30) } };
    const answers = [await invoke(passing, {}, request), await invoke(clientsKnow400, {}, request)];

    expect(answers.map(({ status }) => status)).toEqual([422, 400]);
    for (const { body } of answers) expect(body.errors).toMatchObject([{ loc: ['body'], type: 'too_deep' }]);
    expect(run).not.toHaveBeenCalled();
  });

  it('has a higher nesting limit where an endpoint keeps its body as text', async () => {
    const deep = implement(
      defineEndpoint(() => ({ ...echoEndpoint, maxBodyDepth: 64 })),
      async (_, __: Record<string, never>) => ({ said: null }),
    );

    const answers = [60, 70].map((levels) =>
      invoke(deep, {}, { ...good, body: { name: 'x', anything: nested(levels) } }),
    );

    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 422]);
  });

  it('accepts an empty body where none is required, but not `null` for an object', async () => {
    const body = z.object({ name: z.string() }).optional();
    const endpoint = implement(
      defineEndpoint(() => ({ ...echoEndpoint, body })),
      async ({ body: given }, _: Record<string, never>) => ({
        said: given ?? 'nothing',
      }),
    );

    const nothing = await invoke(endpoint, {}, { ...good, body: undefined });
    const noObject = await invoke(endpoint, {}, { ...good, body: null });

    expect([nothing.status, nothing.body.said]).toEqual([201, 'nothing']);
    expect([noObject.status, badFields(noObject)]).toEqual([422, ['body']]);
  });

  it.each([
    ['too_deep', '['.repeat(60_000) + ']'.repeat(60_000)],
    ['too_deep', '['.repeat(120_000)],
    ['too_many_values', `[${'1,'.repeat(20_000)}1]`],
    ['too_many_values', `[${'{},'.repeat(60_000)}`],
  ])('is %s for a body that would take long to build, and nothing parses it', async (type, anything) => {
    const parse = vi.spyOn(JSON, 'parse');

    const rawBody = `{"name":"x","anything":${anything}}`;
    const answer = await serveText(rawBody);

    expect(parse.mock.calls.map(([text]) => text)).not.toContain(rawBody);
    parse.mockRestore();
    expect([answer.statusCode, JSON.parse(answer.body).errors]).toMatchObject([422, [{ loc: ['body'], type }]]);
  });

  it('is 201 for the maximum number of values', async () => {
    const body = `{"name":"x","anything":[${'1,'.repeat(19_997)}1]}`;

    expect((await send({ body: undefined, rawBody: body })).status).toBe(201);
  });

  it('has room for errors whose names are long', async () => {
    const deep = (value: unknown, levels: number): unknown =>
      levels === 0 ? value : { ['n'.repeat(9_000)]: deep(value, levels - 1) };

    const answer = await send({ body: { name: 'x', anything: deep(Array(2_000).fill(1e99), 18) } });

    expect(answer.status).toBe(422);
    expect(answer.text.length).toBeLessThan(1_000_000);
    expect(badFields(answer).length).toBeGreaterThan(0);
  });

  it.each([
    ['NUL', { name: 'x', anything: ['a\0b'] }, 'body.anything.0'],
    ['half of a character', { name: 'x', anything: { deep: 'a\ud83d' } }, 'body.anything.deep'],
    ['a name with NUL', { name: 'x', anything: { 'a\0b': 1 } }, 'body.anything'],
    ['a name with half of a character', { name: 'x', anything: { '\udc00': 1 } }, 'body.anything'],
  ])('refuses %s in a field that takes any JSON', async (_, body, field) => {
    const answer = await send({ body });

    expect([answer.status, badFields(answer)]).toEqual([422, [field]]);
  });

  it.each(['9007199254740993', '1e300', '-1e200', '1e-200', '12345678901234567890'])(
    'refuses %s, a number that cannot be stored exactly',
    async (number) => {
      const answer = await send({ body: undefined, rawBody: `{"name":"x","anything":{"list":[1,${number}]}}` });

      expect([answer.status, badFields(answer)]).toEqual([422, ['body.anything.list.1']]);
    },
  );

  it('refuses field names that cannot be stored', async () => {
    const answer = await send({ body: { name: 'x', anything: [{ '': 1 }] } });

    expect([answer.status, badFields(answer)]).toEqual([422, ['body.anything.0.']]);
  });

  it.each(['0', '-0.0', '0.1', '9007199254740991', '-1.5e-9', '3.141592653589793'])('accepts %s', async (number) => {
    expect((await send({ body: undefined, rawBody: `{"name":"x","anything":${number}}` })).status).toBe(201);
  });
});
