import { sign } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { IssuerKeys } from '../../../../../shared/domain/accounts/people/issuer-keys.ts';
import type { OidcSettings } from '../../../../../shared/domain/accounts/people/oidc-settings.ts';
import { isToken } from '../../../../../shared/domain/accounts/people/token-form.ts';
import { verifyToken } from '../../../../../shared/domain/accounts/people/verify-token.ts';
import {
  CLIENT,
  type Claims,
  issuerKey,
  publicJwk,
  signed,
  TokenIssuer,
} from '../../../../support/accounts/oidc-provider.ts';

const now = new Date('2026-11-29T08:00:00.000Z');
const seconds = now.getTime() / 1000;
const rsa = issuerKey('RS256', 'rsa');
const elliptic = issuerKey('ES256', 'elliptic');
const edwards = issuerKey('EdDSA', 'edwards');

describe('a token', () => {
  let issuer: TokenIssuer;
  let keys: IssuerKeys;

  const verify = (text: string, own: Partial<OidcSettings> = {}) =>
    verifyToken(text, { settings: issuer.settings(own), keys, now: () => now });
  const minted = (own: Claims, header: Claims = {}, key = rsa) => issuer.mint(now, own, header, key);
  const header = { alg: 'RS256', kid: 'rsa', typ: 'JWT' };

  beforeEach(async () => {
    issuer = await TokenIssuer.start([rsa, elliptic, edwards]);
    keys = new IssuerKeys(issuer.issuer, () => now);
  });

  it.each([rsa, elliptic, edwards])('of the issuer, signed by $alg, is accepted', async (key) => {
    expect(await verify(minted({}, {}, key))).toMatchObject({ subject: 'ada', issuedAt: seconds });
  });

  it.each<[string, Claims]>([
    ['several audiences', { aud: ['other', CLIENT], azp: CLIENT }],
    ['a clock that is ahead by a minute', { iat: seconds + 59, nbf: seconds + 59 }],
    ['a clock that is behind by a minute', { iat: seconds - 900, exp: seconds - 59 }],
  ])('with %s is accepted', async (_, own) => {
    expect(await verify(minted(own))).toMatchObject({ subject: 'ada' });
  });

  it.each([undefined, 'jwt', 'at+jwt', 'application/at+jwt'])('of the type %s is accepted', async (typ) => {
    expect(await verify(minted({}, { typ }))).toMatchObject({ subject: 'ada' });
  });

  it.each<[string, Claims]>([
    ['another issuer', { iss: 'https://login.example.com' }],
    ['the issuer with a slash', { iss: 'http://127.0.0.1/' }],
    ['no issuer', { iss: undefined }],
    ['a list as issuer', { iss: [] }],
    ['another audience', { aud: 'other' }],
    ['no audience', { aud: undefined }],
    ['other audiences', { aud: ['other', 'more'] }],
    ['an audience that only begins alike', { aud: `${CLIENT}-2` }],
    ['the audience in an object', { aud: { [CLIENT]: true } }],
    ['another authorized party', { azp: 'other' }],
    ['the client id of another client', { client_id: 'other' }],
    ['the client id of another client, as Okta writes it', { cid: 'other' }],
    ['the client id of another client, as Entra writes it', { appid: 'other' }],
    ['an end in the past', { exp: seconds - 61 }],
    ['no end', { exp: undefined }],
    ['an end that is no number', { exp: '9999999999' }],
    ['a beginning in the future', { nbf: seconds + 62 }],
    ['a beginning that is no number', { nbf: 'now' }],
    ['a time in the future', { iat: seconds + 62 }],
    ['no time', { iat: undefined }],
    ['a time long ago', { iat: seconds - 90_000, exp: seconds + 900 }],
    ['no subject', { sub: undefined }],
    ['an empty subject', { sub: '' }],
    ['a subject that is no text', { sub: 42 }],
    ['a subject longer than a provider can have', { sub: 'x'.repeat(256) }],
    ['an event, as a logout token has', { events: { 'http://schemas.openid.net/event/backchannel-logout': {} } }],
  ])('with %s is refused', async (_, own) => {
    expect(await verify(minted(own))).toBeUndefined();
  });

  it('is good only until the end of the skew', async () => {
    const ending = (exp: number) => verify(minted({ iat: seconds - 900, exp }));
    expect([await ending(seconds - 59), await ending(seconds - 60)].map((token) => token?.subject)).toEqual([
      'ada',
      undefined,
    ]);
  });

  it.each<[string, () => string]>([
    ['algorithm none', () => signed({ ...header, alg: 'none' }, issuer.claims(now), undefined)],
    ['algorithm None', () => signed({ ...header, alg: 'None' }, issuer.claims(now), undefined)],
    ['algorithm none and a signature', () => signed({ ...header, alg: 'none' }, issuer.claims(now), rsa.privateKey)],
    ['no signature', () => signed(header, issuer.claims(now), undefined)],
    ['no algorithm', () => signed({ kid: 'rsa' }, issuer.claims(now), rsa.privateKey)],
    [
      'HS256 with the public key as PEM',
      () => hmacWith(rsa.publicKey.export({ format: 'pem', type: 'spki' }).toString()),
    ],
    ['HS256 with the public key as JWK', () => hmacWith(JSON.stringify(publicJwk(rsa)))],
    ['HS256 with the modulus', () => hmacWith(String(publicJwk(rsa).n))],
    ['HS256 with an empty secret', () => hmacWith('')],
    ['the algorithm of another key', () => minted({}, { kid: 'elliptic' })],
    ['another algorithm than its signature', () => minted({}, { alg: 'ES256', kid: 'elliptic' })],
    ['a weaker digest', () => minted({}, { alg: 'RS1' })],
    ['a key of someone else under a known id', () => minted({}, {}, issuerKey('RS256', 'rsa'))],
    ['a key of someone else under an unknown id', () => minted({}, {}, issuerKey('RS256', 'theirs'))],
    ['a key of someone else in the header', () => withKeyInHeader()],
    ['an unknown critical header', () => minted({}, { crit: ['exp2'], exp2: true })],
    ['a critical header that is missing', () => minted({}, { crit: ['b64'] })],
    ['an unencoded payload', () => minted({}, { crit: ['b64'], b64: false })],
    ['an empty list of critical headers', () => minted({}, { crit: [] })],
    ['the type of a logout token', () => minted({}, { typ: 'logout+jwt' })],
    ['the type of an event', () => minted({}, { typ: 'secevent+jwt' })],
    ['a compressed payload', () => minted({}, { zip: 'DEF', crit: ['zip'] })],
    ['a token as its payload', () => signed({ ...header, cty: 'JWT' }, minted({}), rsa.privateKey)],
    ['a text as its payload', () => signed(header, '"ada"', rsa.privateKey)],
    ['a list as its payload', () => signed(header, '[]', rsa.privateKey)],
    ['no JSON as its payload', () => signed(header, '{"sub": "ada"', rsa.privateKey)],
    ['another claim than it was signed with', () => swapped(minted({}), { sub: 'grace' })],
    [
      'the claims of another token',
      () => `${minted({})}`.replace(/\.[^.]+\./, `.${minted({ sub: 'grace' }).split('.')[1]}.`),
    ],
    ['a cut signature', () => minted({}).slice(0, -4)],
    ['an ECDSA signature of zeros', () => `${minted({}, {}, elliptic).replace(/[^.]+$/, '')}${'A'.repeat(86)}`],
    ['a signature in DER', () => withDerSignature()],
    ['five parts, as an encrypted token', () => `${minted({})}.a.b`],
  ])('with %s is refused', async (_, make) => {
    expect(await verify(make())).toBeUndefined();
  });

  it('takes the last of two claims, which the issuer has signed, and nothing of the first', async () => {
    const twice = (first: string, last: string) =>
      JSON.stringify(issuer.claims(now, { aud: undefined })).replace('{', `{"aud":"${first}","aud":"${last}",`);

    expect(await verify(signed(header, twice('other', CLIENT), rsa.privateKey))).toMatchObject({ subject: 'ada' });
    expect(await verify(signed(header, twice(CLIENT, 'other'), rsa.privateKey))).toBeUndefined();
  });

  it('does not fetch what its header names', async () => {
    const other = await TokenIssuer.start([issuerKey('RS256', 'rsa')]);
    const theirs = other.mint(
      now,
      { iss: issuer.issuer },
      { jku: `${other.issuer}/keys`, x5u: `${other.issuer}/keys` },
    );

    expect(await verify(theirs)).toBeUndefined();
    expect(await verify(minted({}, { jku: `${other.issuer}/keys`, x5u: `${other.issuer}/keys` }))).toMatchObject({
      subject: 'ada',
    });
    expect(other.requests).toEqual([]);
  });

  it('of another issuer with the same key id is refused', async () => {
    const other = await TokenIssuer.start([issuerKey('RS256', 'rsa')]);

    expect(await verify(other.mint(now))).toBeUndefined();
    expect(await verify(other.mint(now, { iss: issuer.issuer }))).toBeUndefined();
  });

  it('is for the audience of the deployment, if it has one', async () => {
    const audience = 'api://agents';

    expect(await verify(minted({ aud: audience, azp: CLIENT }), { audience })).toMatchObject({ subject: 'ada' });
    expect(await verify(minted({ aud: CLIENT }), { audience })).toBeUndefined();
    expect(await verify(minted({ aud: audience, azp: 'other' }), { audience })).toBeUndefined();
  });

  it("that names no audience is accepted only as Cognito's access token of this client", async () => {
    const access = { aud: undefined, token_use: 'access', client_id: CLIENT };

    expect(await verify(minted(access))).toMatchObject({ subject: 'ada' });
    expect(await verify(minted({ ...access, client_id: 'other' }))).toBeUndefined();
    expect(await verify(minted({ ...access, token_use: 'id' }))).toBeUndefined();
  });

  it('with 8 KB of claims is read, and one that no header can carry is none', async () => {
    const groups = Array.from({ length: 150 }, (_, index) => `a-group-with-a-rather-long-name-${index}`);
    const long = minted({ groups });
    expect(long.length).toBeGreaterThan(7_000);

    expect(isToken(long)).toBe(true);
    expect(await verify(long)).toMatchObject({ subject: 'ada' });
    expect(isToken(minted({ groups: [...groups, ...groups] }))).toBe(false);
  });

  const hmacWith = (secret: string) => signed({ ...header, alg: 'HS256' }, issuer.claims(now), secret);

  /** The key that signed it is in the header, as in attacks on libraries that trust it. */
  const withKeyInHeader = () => {
    const theirs = issuerKey('RS256', 'rsa');
    return issuer.mint(now, {}, { jwk: publicJwk(theirs), kid: undefined }, theirs);
  };

  const swapped = (token: string, claims: Claims) => {
    const [first = '', payload = '', signature = ''] = token.split('.');
    const changed = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...claims };
    return `${first}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${signature}`;
  };

  const withDerSignature = () => {
    const data = minted({}, {}, elliptic).replace(/\.[^.]*$/, '');
    return `${data}.${sign('sha256', Buffer.from(data), elliptic.privateKey).toString('base64url')}`;
  };
});
