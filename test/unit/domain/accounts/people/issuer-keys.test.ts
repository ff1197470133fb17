import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { IssuerKeys, KeysUnavailableError } from '../../../../../shared/domain/accounts/people/issuer-keys.ts';
import { verifyToken } from '../../../../../shared/domain/accounts/people/verify-token.ts';
import { type Claims, issuerKey, publicJwk, signed, TokenIssuer } from '../../../../support/accounts/oidc-provider.ts';
import { hostileAnswers, hostileServer } from '../../../../support/http/hostile-server.ts';
import { SettableClock } from '../../../../support/platform/settable-clock.ts';

const BOTH = ['/.well-known/openid-configuration', '/keys'];
const MINUTE = 60;
const HOUR = 60 * MINUTE;

describe('the keys of an identity provider', () => {
  let clock: SettableClock;
  let issuer: TokenIssuer;
  let keys: IssuerKeys;

  const verify = async (text: string) => {
    const verified = await verifyToken(text, { settings: issuer.settings(), keys, now: clock.now });
    return verified?.subject;
  };
  const mint = (header: Claims = {}, key = issuer.published[0]) => issuer.mint(clock.now(), {}, header, key);
  const describes = (discovery: Claims) => Object.assign(issuer, { discovery });
  const answer = (status: number, text: string, headers = {}) => {
    issuer.misbehaviour = (_, response) => void response.writeHead(status, headers).end(text);
  };

  beforeEach(async () => {
    clock = new SettableClock();
    issuer = await TokenIssuer.start();
    keys = new IssuerKeys(issuer.issuer, clock.now);
  });

  it('are fetched once, also for tokens that come at the same time', async () => {
    const tokens = Array.from({ length: 20 }, () => mint());

    expect(new Set(await Promise.all(tokens.map(verify)))).toEqual(new Set(['ada']));
    for (const token of tokens) await verify(token);
    expect(issuer.requests).toEqual(BOTH);
  });

  it('are not fetched for each token that names a key of its own', async () => {
    await verify(mint());
    const theirs = issuerKey();
    const flood = () =>
      Promise.all(Array.from({ length: 100 }, (_, index) => verify(mint({ kid: `invented-${index}` }, theirs))));

    expect(new Set(await flood())).toEqual(new Set([undefined]));
    expect(issuer.requests).toEqual(BOTH);
    clock.advance(31);
    await flood();
    await flood();
    expect(issuer.requests).toEqual([...BOTH, ...BOTH]);
    expect(await verify(mint())).toBe('ada');
  });

  it('can be rotated: a new key is known at its first token, and the earlier ones as long as they are published', async () => {
    const earlier = issuer.published[0];
    await verify(mint());
    clock.advance(10 * MINUTE);

    issuer.rotate({ publishEarlier: true });
    expect(await verify(mint())).toBe('ada');
    expect(await verify(mint({}, earlier))).toBe('ada');
    issuer.published = issuer.published.slice(0, 1);
    clock.advance(61 * MINUTE);
    expect(await verify(mint())).toBe('ada');
    expect(await verify(mint({}, earlier))).toBeUndefined();
  });

  it('can be rotated while many tokens of the new key come at once', async () => {
    await verify(mint());
    clock.advance(10 * MINUTE);
    issuer.rotate({ publishEarlier: true });
    const tokens = Array.from({ length: 5 }, () => mint());

    expect(await Promise.all(tokens.map(verify))).toEqual(tokens.map(() => 'ada'));
    expect(issuer.requests).toEqual([...BOTH, ...BOTH]);
  });

  it('can be rotated all at once', async () => {
    const earlier = issuer.published[0];
    await verify(mint());
    clock.advance(10 * MINUTE);

    issuer.rotate({ publishEarlier: false });
    expect(await verify(mint())).toBe('ada');
    expect(await verify(mint({}, earlier))).toBeUndefined();
  });

  it('stay valid for a day while the provider is down', async () => {
    await verify(mint());
    await issuer.stop();

    clock.advance(23 * HOUR);
    expect(await verify(mint())).toBe('ada');
    clock.advance(2 * HOUR);
    await expect(verify(mint())).rejects.toThrow(KeysUnavailableError);
  });

  it('are unknown while the provider is down from the beginning, and known soon after it is up', async () => {
    await issuer.stop();
    await expect(verify(mint())).rejects.toThrow(KeysUnavailableError);

    const again = await TokenIssuer.start(issuer.published, Number(new URL(issuer.issuer).port));
    await expect(verify(mint())).rejects.toThrow(KeysUnavailableError);
    expect(again.requests).toEqual([]);
    clock.advance(31);
    expect(await verify(mint())).toBe('ada');
  });

  it.each<[string, () => void]>([
    ['an error', () => answer(500, '')],
    ['a redirect to its keys', () => answer(302, '', { location: '/keys' })],
    ['a page', () => answer(200, '<html>Sign in</html>', { 'content-type': 'text/html' })],
    ['no object', () => answer(200, '"keys"')],
    ['null', () => answer(200, 'null')],
    ['the document of another issuer', () => describes({ issuer: 'https://login.example.com' })],
    ['its own document with a slash', () => describes({ issuer: `${issuer.issuer}/` })],
    ['no address of its keys', () => describes({ jwks_uri: undefined })],
    ['no address at all', () => describes({ jwks_uri: 'keys' })],
    ['a file as its keys', () => describes({ jwks_uri: 'file:///etc/passwd' })],
    ['keys that are no list', () => describes({ jwks_uri: `${issuer.issuer}/unknown` })],
    ['too many keys', () => Object.assign(issuer, { published: Array(101).fill(issuer.published[0]) })],
    ['more than it may', () => Object.assign(issuer, { misbehaviour: endless })],
  ])('are unknown when it answers with %s, and known again half a minute later', async (_, misbehave) => {
    const good = issuer.published;
    misbehave();
    await expect(verify(mint())).rejects.toThrow(KeysUnavailableError);

    Object.assign(issuer, { misbehaviour: undefined, discovery: {}, published: good });
    clock.advance(31);
    expect(await verify(mint())).toBe('ada');
  });

  it('are given up after seconds, whatever holds the connection', async () => {
    const started = performance.now();
    const outcomes = await Promise.all(
      Object.entries(hostileAnswers).map(async ([name, hostile]) => {
        const server = await hostileServer(hostile);
        const settings = { ...issuer.settings(), issuer: server.url };
        const deps = { settings, keys: new IssuerKeys(server.url, clock.now), now: clock.now };
        const error = await verifyToken(mint(), deps).catch((reason: unknown) => reason);
        await expect.poll(() => server.connections.size).toBe(0);
        return [name, error instanceof KeysUnavailableError];
      }),
    );

    expect(outcomes).toEqual(Object.keys(hostileAnswers).map((name) => [name, true]));
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it('that are known stay valid while the provider does not answer, and only the first token waits', async () => {
    await verify(mint());
    clock.advance(2 * HOUR);
    issuer.misbehaviour = () => undefined;

    expect(await verify(mint())).toBe('ada');
    const { length } = issuer.requests;
    expect(await verify(mint())).toBe('ada');
    expect(issuer.requests).toHaveLength(length);
  });

  it('of a token that names none are found if there is only one', async () => {
    expect(await verify(mint({ kid: undefined }))).toBe('ada');
    issuer.rotate({ publishEarlier: true });
    clock.advance(2 * HOUR);
    expect(await verify(mint({ kid: undefined }))).toBeUndefined();
  });

  it('cannot be secrets or keys for encryption, whatever the provider publishes', async () => {
    const encryption = issuerKey('RS256', 'encryption');
    const published = [
      { kty: 'oct', kid: 'secret', alg: 'HS256', k: Buffer.from('secret').toString('base64url') },
      { ...publicJwk(encryption), use: 'enc' },
      { kid: 'broken', kty: 'RSA', alg: 'RS256', n: 'AQ' },
      { kid: 'weak', kty: 'unknown' },
    ];
    const server = createServer(
      (_: IncomingMessage, response: ServerResponse) => void response.end(JSON.stringify({ keys: published })),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    issuer.discovery = { jwks_uri: `http://127.0.0.1:${Object(server.address()).port}/` };

    const claims = issuer.claims(clock.now());
    expect(await verify(signed({ alg: 'HS256', kid: 'secret' }, claims, 'secret'))).toBeUndefined();
    expect(await verify(mint({}, encryption))).toBeUndefined();
    for (const kid of ['broken', 'weak']) expect(await verify(mint({ kid }))).toBeUndefined();
    server.close();
  });
});

function endless(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const write = (): void => {
    while (!response.destroyed && response.write('['.repeat(64 * 1024)));
    if (!response.destroyed) response.once('drain', write);
  };
  write();
}
