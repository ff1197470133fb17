import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ViewerRequest } from '../../../../infra/local/edge/edge-function.ts';
import { isAdmission, PORT_COOKIE, writeAdmission } from '../../../../shared/domain/sandboxes/ports/admission.ts';
import {
  ADDRESS_ID,
  aName,
  anEdge,
  anEntry,
  codeOf,
  DOMAIN,
  forwarded,
  NAME_KEY,
  NOW,
  toHost,
} from '../../../support/ingress/an-edge.ts';

const SESSION_KEY = 'a-session-key';
const hashOf = (key: string) => createHash('sha256').update(`${ADDRESS_ID}|${key}`).digest('base64url').slice(0, 22);
const k = hashOf(SESSION_KEY);

const [ASKS, OPEN, ENDED, ENDING] = [8, 9, 10, 11];
const p = { [ASKS]: ['k'], [OPEN]: ['o'], [ENDED]: ['o', NOW], [ENDING]: ['o', NOW + 1] } as const;
const entry = anEntry({
  k,
  p: Object.fromEntries(Object.entries(p).map(([slot, port]) => [slot, [...port]])) as never,
});
const edge = anEdge({ entry, sandboxDomain: DOMAIN });

const nameAt = (slot: number) => aName({ slot, port: 5173 });
const to = (slot: number, request: Partial<ViewerRequest> = {}) => edge.run(toHost(nameAt(slot), request));

interface CookieParts {
  readonly exp?: number;
  readonly slot?: number;
  readonly addressId?: string;
  readonly key?: string;
  readonly hash?: string;
}

function aCookie({ exp = NOW + 60, slot = ASKS, addressId = ADDRESS_ID, key = NAME_KEY, hash = k }: CookieParts = {}) {
  const signature = createHmac('sha256', key).update(`cookie|${addressId}|${slot}|${exp}|${hash}`).digest('hex');
  return `__Host-sandbox-port=${exp}.${signature}`;
}

const toService = { domainName: 'api.example.com', protocol: 'https' };
const toTask = { domainName: expect.stringContaining('ec2-3-208-1-2.'), port: 5173 };

describe('an opened port', () => {
  it.each([OPEN, ENDING])('is reached without a key where its entry says so: slot %d', async (slot) => {
    expect(forwarded(await to(slot)).origin).toMatchObject(toTask);
  });

  it.each([
    ['that was closed or never opened', 12],
    ['that has ended', ENDED],
  ])('%s is a matter of the service', async (_case, slot) => {
    expect(forwarded(await to(slot)).origin).toMatchObject(toService);
  });

  it.each([ASKS, OPEN, ENDED, 12])('lets the service answer links that let a browser in: slot %d', async (slot) => {
    const { origin, headers } = forwarded(await to(slot, { uri: '/_sandbox/open', query: 'token=1.a&path=%2F' }));

    expect(origin).toMatchObject(toService);
    expect(headers['x-sandbox-uri']).toEqual(['/_sandbox/open?token=1.a&path=%2F']);
  });

  it('has all other paths to itself, and ports of the spec have that one, too', async () => {
    const spec = toHost(aName({ slot: 1, port: 8001 }), { uri: '/_sandbox/open' });

    expect(forwarded(await to(OPEN, { uri: '/_sandbox/opened' })).origin).toMatchObject(toTask);
    expect(forwarded(await edge.run(spec)).origin).toMatchObject({ port: 8001 });
  });

  it('is not reached by any key while the entry has no ports', async () => {
    const request = toHost(nameAt(ASKS), { headers: { 'x-session-api-key': [SESSION_KEY] } });
    const without = anEdge({ entry: anEntry({ k }), sandboxDomain: DOMAIN });

    expect(forwarded(await without.run(request)).origin).toMatchObject(toService);
  });
});

describe('a port that asks for a key', () => {
  it.each([
    ['the header of the session key', { headers: { 'x-session-api-key': [SESSION_KEY] } }],
    ['a bearer token', { headers: { authorization: [`Bearer ${SESSION_KEY}`] } }],
    ['the query', { query: `a=1&session_api_key=${SESSION_KEY}&b=2` }],
    ['a cookie', { headers: { cookie: [aCookie()] } }],
    ['a cookie beside others', { headers: { cookie: [`a=1; ${aCookie()}; b=2`] } }],
  ])('admits %s, and shows none of it to the app', async (_case, request) => {
    const verdict = forwarded(await to(ASKS, request));

    expect(verdict.origin).toMatchObject(toTask);
    expect(JSON.stringify(verdict)).not.toMatch(new RegExp(`${SESSION_KEY}|__Host-sandbox-port`));
  });

  it('admits the cookie that the service makes', async () => {
    const value = writeAdmission({ addressId: ADDRESS_ID, slot: ASKS, keyHash: k }, NOW + 60, NAME_KEY);

    expect(`${PORT_COOKIE}=${value}`).toBe(aCookie());
    expect(isAdmission(value, { addressId: ADDRESS_ID, slot: ASKS, keyHash: k }, new Date(NOW * 1000), NAME_KEY)).toBe(
      true,
    );
  });

  it("keeps the app's own query, cookies and authorization", async () => {
    const headers = { cookie: [`a=1; ${aCookie()}`], authorization: ['Bearer of-the-app'] };

    const verdict = forwarded(await to(ASKS, { headers, query: `a=%26&session_api_key=x&b=2` }));

    expect(verdict.query).toBe('a=%26&b=2');
    expect(verdict.headers).toMatchObject({ cookie: ['a=1'], authorization: ['Bearer of-the-app'] });
  });

  it.each([
    ['no credential', {}],
    ['another key', { headers: { 'x-session-api-key': ['another-key'] } }],
    ['an empty key', { headers: { 'x-session-api-key': [''], authorization: ['Bearer '] }, query: 'session_api_key=' }],
    ['the hash of the key', { headers: { 'x-session-api-key': [k] } }],
    ['another scheme', { headers: { authorization: [`Basic ${SESSION_KEY}`] } }],
    ['a cookie that has ended', { headers: { cookie: [aCookie({ exp: NOW })] } }],
    ['a cookie of another port', { headers: { cookie: [aCookie({ slot: 13 })] } }],
    ['a cookie of another sandbox', { headers: { cookie: [aCookie({ addressId: 'ponmlkjihgfedcba' })] } }],
    ['a cookie of an older session key', { headers: { cookie: [aCookie({ hash: hashOf('older') })] } }],
    ['a cookie signed by another key', { headers: { cookie: [aCookie({ key: 'other' })] } }],
    ['a cookie with a later end', { headers: { cookie: [aCookie().replace(String(NOW + 60), String(NOW + 61))] } }],
    ['a cookie that is no signature', { headers: { cookie: ['__Host-sandbox-port=1'] } }],
    [
      'a cookie in the name of a page of another origin',
      {
        headers: { cookie: [aCookie()], origin: ['https://evil.example.com'] },
      },
    ],
    ...['same-site', 'cross-site'].map((site): [string, Partial<ViewerRequest>] => [
      `a cookie for what a ${site} page embeds, which has no origin`,
      { headers: { cookie: [aCookie()], 'sec-fetch-site': [site], 'sec-fetch-mode': ['no-cors'] } },
    ]),
    ['a cookie in the name of a page without an origin', { headers: { cookie: [aCookie()], origin: ['null'] } }],
  ])('refuses %s', async (_case, request: Partial<ViewerRequest>) => {
    expect(codeOf(await to(ASKS, request))).toBe('401 sandbox_key_needed');
  });

  it('takes the cookie from a page of the port itself', async () => {
    const origin = [`https://${nameAt(ASKS)}.${DOMAIN}`];

    expect(forwarded(await to(ASKS, { headers: { cookie: [aCookie()], origin } })).origin).toMatchObject(toTask);
  });

  it.each([
    ['its own page embeds', 'same-origin', 'no-cors'],
    ['a link of another page leads to', 'cross-site', 'navigate'],
    ['a person types', 'none', 'navigate'],
  ])('takes the cookie for what %s', async (_case, site, mode) => {
    const headers = { cookie: [aCookie()], 'sec-fetch-site': [site], 'sec-fetch-mode': [mode] };

    expect(forwarded(await to(ASKS, { headers })).origin).toMatchObject(toTask);
  });

  it('lets a browser that opens it ask the service, which shows a page', async () => {
    const headers = { 'sec-fetch-mode': ['navigate'] };

    expect(forwarded(await to(ASKS, { headers })).origin).toMatchObject(toService);
    expect(codeOf(await to(ASKS, { headers, method: 'POST' }))).toBe('401 sandbox_key_needed');
  });

  it.each([
    ['the right key', ASKS, SESSION_KEY],
    ['another key', ASKS, 'x'],
    ['a key that the port does not ask for', OPEN, SESSION_KEY],
  ])('has the service lead a browser to the URL without the key: %s', async (_case, slot, key) => {
    const headers = { 'sec-fetch-mode': ['navigate'], cookie: [aCookie()] };

    const { origin, headers: sent } = forwarded(await to(slot, { headers, query: `a=1&session_api_key=${key}` }));

    expect(origin).toMatchObject(toService);
    expect(sent['x-sandbox-uri']).toEqual([`/?a=1&session_api_key=${key}`]);
  });

  it.each([
    ['?session_api_key=k', '?'],
    ['?a=1&session_api_key=k&b=2', '?a=1&b=2'],
    ['?session_api_key=k&b=2#session_api_key', '?b=2#session_api_key'],
    ['?my_session_api_key=k', '?my_session_api_key=k'],
  ])('shows the app the page before without the key: %s', async (before, after) => {
    const headers = { 'x-session-api-key': [SESSION_KEY], referer: [`https://port.example.com/page${before}`] };

    const { headers: sent } = forwarded(await to(ASKS, { headers }));

    expect(sent.referer).toEqual([`https://port.example.com/page${after}`]);
  });

  it('gives the app no API key', async () => {
    const headers = { authorization: ['Bearer acs_0123456789ab_x'] };

    expect(forwarded(await to(OPEN, { headers })).headers).not.toHaveProperty('authorization');
  });

  it('admits nothing where the entry has no hash of a key', async () => {
    const without = anEdge({ entry: anEntry({ p: { [ASKS]: ['k'] } }), sandboxDomain: DOMAIN });
    const cookie = [aCookie({ hash: 'undefined' })];

    expect(codeOf(await without.run(toHost(nameAt(ASKS), { headers: { cookie } })))).toBe('401 sandbox_key_needed');
  });

  it('answers a preflight, which carries no key', async () => {
    expect(await to(ASKS, { method: 'OPTIONS' })).toMatchObject({ kind: 'answer', status: 204 });
  });
});
