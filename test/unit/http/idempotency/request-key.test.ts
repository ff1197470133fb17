import { describe, expect, it } from 'vitest';
import { identityOf, readKey } from '../../../../shared/http/idempotency/request-key.ts';
import { echoEndpoint } from '../../../support/http/echo.ts';
import type { TestRequest } from '../../../support/http/invoke.ts';
import { anEvent } from '../../../support/http/proxy-event.ts';

const eventWith = (key: string) => anEvent(echoEndpoint, { headers: { 'Idempotency-Key': key } });
const read = (key: string) => readKey(eventWith(key));

describe('header Idempotency-Key', () => {
  it.each([
    ['a structured string', '"8e03978e-40d5-43e8-bc93-6894a57f9324"', '8e03978e-40d5-43e8-bc93-6894a57f9324'],
    ['the same without quotes', '8e03978e-40d5-43e8-bc93-6894a57f9324', '8e03978e-40d5-43e8-bc93-6894a57f9324'],
    ['with escapes', String.raw`"a\"b\\c"`, String.raw`a"b\c`],
    ['with white space around it', '  order-17  ', 'order-17'],
    ['with signs', 'order:17/2026;a=b,c', 'order:17/2026;a=b,c'],
    ['one character', 'k', 'k'],
    ['255 characters', 'k'.repeat(255), 'k'.repeat(255)],
    ['255 characters in quotes', `"${'k'.repeat(255)}"`, 'k'.repeat(255)],
  ])('is parsed: %s', (_, sent, key) => {
    expect(read(sent)).toBe(key);
  });

  it.each([
    ['empty', ''],
    ['an empty structured string', '""'],
    ['256 characters', 'k'.repeat(256)],
    ['half a quote', '"abc'],
    ['a quote inside', 'ab"c'],
    ['white space inside', 'a b'],
    ['a structured string with white space', '"a b"'],
    ['an unknown escape', String.raw`"a\b"`],
    ['parameters', '"abc";v=1'],
    ['a control character', 'a\u0007b'],
    ['other letters than those of ASCII', 'schlüssel'],
  ])('is refused by name: %s', (_, sent) => {
    expect(() => read(sent)).toThrow(
      expect.objectContaining({
        code: 'malformed_request',
        message: expect.stringContaining('header.Idempotency-Key'),
        extensions: { errors: [expect.objectContaining({ loc: ['header', 'Idempotency-Key'] })] },
      }),
    );
  });

  it('is refused when it is sent twice', () => {
    const event = { ...eventWith('a'), multiValueHeaders: { 'idempotency-key': ['a', 'a'] } };

    expect(() => readKey(event)).toThrow(expect.objectContaining({ code: 'malformed_request' }));
  });

  it('may be absent', () => {
    expect(readKey(anEvent(echoEndpoint))).toBeUndefined();
  });
});

describe('identity of a request', () => {
  const identify = (request: TestRequest, key = 'k') => {
    const event = anEvent(echoEndpoint, { params: { thing_id: 'one' }, ...request });
    return identityOf(echoEndpoint, { ...event, body: (request.body ?? null) as string | null }, key);
  };
  const base = identify({ query: { a: 1, b: 2 }, body: { x: 1, y: { z: [1, 2], w: 'é' } } });

  it('is independent of the order of members and parameters', () => {
    expect(identify({ query: { b: 2, a: 1 }, body: { y: { w: 'é', z: [1, 2] }, x: 1 } })).toEqual(base);
  });

  it('is independent of the headers', () => {
    const request = { query: { a: 1, b: 2 }, body: { x: 1, y: { z: [1, 2], w: 'é' } } };
    expect(identify({ ...request, headers: { 'User-Agent': 'another' } })).toEqual(base);
  });

  it.each([
    ['a member', { query: { a: 1, b: 2 }, body: { x: 2, y: { z: [1, 2], w: 'é' } } }],
    ['the order of a list', { query: { a: 1, b: 2 }, body: { x: 1, y: { z: [2, 1], w: 'é' } } }],
    ['a parameter', { query: { a: 1, b: 3 }, body: { x: 1, y: { z: [1, 2], w: 'é' } } }],
    ['nothing in the place of null', { query: { a: 1, b: 2 } }],
  ])('has another fingerprint for %s', (_, request) => {
    const other = identify(request);

    expect(other.requestKey).toBe(base.requestKey);
    expect(other.fingerprint).not.toBe(base.fingerprint);
  });

  it('has another row for another path and another key', () => {
    const request = { body: { x: 1 } };

    const keys = [
      identify(request),
      identify({ ...request, params: { thing_id: 'two' } }),
      identify(request, 'another'),
      identityOf({ ...echoEndpoint, method: 'PUT' }, anEvent(echoEndpoint, { params: { thing_id: 'one' } }), 'k'),
    ].map(({ requestKey }) => requestKey);

    expect(new Set(keys).size).toBe(4);
  });

  it('shows neither the key nor the hash of the body', () => {
    const { requestKey, fingerprint } = identify({ body: { token: 'abc' } }, 'order-17');
    const again = identify({ body: { token: 'abc' } }, 'order-18');

    expect(requestKey).not.toContain('order-17');
    expect(again.fingerprint).not.toBe(fingerprint);
  });

  it('fits a sort key for the longest path', () => {
    const { requestKey } = identify({ params: { thing_id: 'ü'.repeat(500) } }, 'k'.repeat(255));

    expect(Buffer.byteLength(requestKey)).toBeLessThan(1024);
  });
});
