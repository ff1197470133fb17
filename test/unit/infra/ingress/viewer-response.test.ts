import { describe, expect, it } from 'vitest';
import { CODE_LIMIT } from '../../../../infra/local/edge/edge-syntax.ts';
import { deployedResponseFunction, responseCode } from '../../../support/ingress/a-response-function.ts';
import { aViewerRequest } from '../../../support/ingress/an-edge.ts';

const fn = deployedResponseFunction();

/** The cookies that a viewer gets of these, in their order. */
const cookiesOf = (cookies: readonly string[], status = 200) =>
  fn.run(aViewerRequest(), { status, headers: { 'set-cookie': cookies } })['set-cookie'];

describe('a cookie that a sandbox sets', () => {
  it.each([
    'Domain=sandboxes.example.com',
    'domain=.sandboxes.example.com',
    'DOMAIN = sandboxes.example.com',
    '\tDomain\t=sandboxes.example.com',
    'Domain',
    'Domain=',
    'Domain="sandboxes.example.com"',
    'Domain=a; Domain=sandboxes.example.com',
    '\u00a0Domain=sandboxes.example.com',
    'Dom\u200bain=sandboxes.example.com',
    'unknown=sandboxes.example.com',
    ';;; ; Domain=sandboxes.example.com;',
  ])('is bound to its host without the attributes %j', (attributes) => {
    expect(cookiesOf([`planted=by-evil;${attributes}`])).toEqual(['planted=by-evil']);
    expect(cookiesOf([`planted=a=b; Path=/;${attributes}; Secure`])).toEqual(['planted=a=b; Path=/; Secure']);
  });

  it('keeps every attribute that only affects its host', () => {
    const kept = '__Host-a=1; Path=/x; Secure; HttpOnly; SameSite=None; Partitioned; Priority=High; Max-Age=9';

    expect(cookiesOf([`${kept}; Expires=Wed, 05 Apr 2028 07:28:00 GMT`, 'b=2', 'c='])).toEqual([
      `${kept}; Expires=Wed, 05 Apr 2028 07:28:00 GMT`,
      'b=2',
      'c=',
    ]);
  });

  it('that lets a browser in to an opened port passes unchanged', () => {
    const cookie = '__Host-sandbox-port=1795000060.0a; Path=/; Max-Age=43200; Secure; HttpOnly; SameSite=Lax';

    expect(cookiesOf([cookie], 303)).toEqual([cookie]);
  });

  it('is bound to its host however often its name occurs', () => {
    const evil = 'Domain=sandboxes.example.com';

    expect(cookiesOf([`a=1; ${evil}`, `a=2; Path=/b; ${evil}`, `b=3; ${evil}`, 'a=4'])).toEqual([
      'a=1',
      'a=2; Path=/b',
      'a=4',
      'b=3',
    ]);
  });

  it('is not changed in an error, for which CloudFront runs no function', () => {
    const evil = ['a=1; Domain=sandboxes.example.com'];

    for (const status of [101, 200, 302, 304, 399]) expect(cookiesOf(evil, status)).toEqual(['a=1']);
    for (const status of [400, 404, 503]) expect(cookiesOf(evil, status)).toEqual(evil);
  });
});

it('changes no other header, and adds no cookie', () => {
  const headers = {
    via: '1.1 a',
    'x-cache': 'Miss from cloudfront',
    'content-type': 'text/html',
    vary: ['a', 'b'],
    'x-own': 'Domain=a',
  };

  expect(fn.run(aViewerRequest(), { status: 200, headers })).toEqual(
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, name === 'x-cache' ? value : [value].flat()]),
    ),
  );
});

it("takes little of CloudFront's size limit", () => {
  expect(Buffer.byteLength(responseCode)).toBeLessThan(CODE_LIMIT / 10);
});
