import { createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { OidcSettings } from '../../../shared/domain/accounts/people/oidc-settings.ts';
import { someSettings } from './people/some-settings.ts';

/** A key of an issuer, with what its key set publishes. */
export interface IssuerKey {
  readonly kid: string;
  readonly alg: 'RS256' | 'ES256' | 'EdDSA';
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

export type Claims = Readonly<Record<string, unknown>>;

/** How an issuer answers, instead of with its documents. */
export type Misbehaviour = (request: IncomingMessage, response: ServerResponse) => void;

export const CLIENT = 'console';

/** Makes a key as an identity provider has it. */
export function issuerKey(alg: IssuerKey['alg'] = 'RS256', kid = randomBytes(6).toString('hex')): IssuerKey {
  return { kid, alg, ...pairFor(alg) };
}

function pairFor(alg: IssuerKey['alg']) {
  if (alg === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2048 });
  return alg === 'ES256' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519');
}

/**
 * The discovery document and the keys of an identity provider, over HTTP, until the end of the test. It mints tokens
 * with any claims, and rotates, withdraws and misbehaves as tests ask.
 */
export class TokenIssuer {
  readonly issuer: string;
  /** The paths that were requested, in their order. */
  readonly requests: string[] = [];
  /** The keys that are published. */
  published: readonly IssuerKey[];
  /** Members of the discovery document that replace its own. */
  discovery: Claims = {};
  /** Set for a provider that is down, slow or broken. */
  misbehaviour: Misbehaviour | undefined;
  readonly #server: Server;

  private constructor(server: Server, keys: readonly IssuerKey[]) {
    this.#server = server;
    this.published = keys;
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** @param port 0 for any free one */
  static async start(keys: readonly IssuerKey[] = [issuerKey()], port = 0): Promise<TokenIssuer> {
    let issuer: TokenIssuer | undefined;
    const server = createServer((request, response) => issuer?.answer(request, response));
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    issuer = new TokenIssuer(server, keys);
    onTestFinished(() => issuer?.stop());
    return issuer;
  }

  /** Afterwards, connections are refused. */
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The setting `oidc` of a deployment that trusts this issuer. */
  settings(own: Partial<OidcSettings> = {}): OidcSettings {
    return {
      issuer: this.issuer,
      clientId: CLIENT,
      scopes: ['openid'],
      claims: someSettings.claims,
      trustEmail: false,
      roles: { staff: 'member', bosses: 'admin' },
      signUp: 'invited',
      ...own,
    };
  }

  /** The claims of a good ID token; an undefined claim is left out. */
  claims(now: Date, own: Claims = {}): Claims {
    const seconds = Math.floor(now.getTime() / 1000);
    const good = { iss: this.issuer, sub: 'ada', aud: CLIENT, iat: seconds, exp: seconds + 900 };
    return { ...good, email: 'ada@example.com', email_verified: true, name: 'Ada', ...own };
  }

  /** A token with the newest key. */
  mint(now: Date, own: Claims = {}, header: Claims = {}, key = this.#newest()): string {
    return signed({ alg: key.alg, kid: key.kid, typ: 'JWT', ...header }, this.claims(now, own), key.privateKey);
  }

  rotate({ publishEarlier }: { readonly publishEarlier: boolean }): void {
    this.published = [issuerKey(), ...(publishEarlier ? this.published : [])];
  }

  #newest(): IssuerKey {
    const [newest] = this.published;
    if (!newest) throw new Error('the issuer has no key');
    return newest;
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const { url = '' } = request;
    this.requests.push(url);
    if (this.misbehaviour) {
      this.misbehaviour(request, response);
      return;
    }
    const documents: Readonly<Record<string, unknown>> = {
      '/.well-known/openid-configuration': {
        issuer: this.issuer,
        jwks_uri: `${this.issuer}/keys`,
        authorization_endpoint: `${this.issuer}/authorize`,
        token_endpoint: `${this.issuer}/token`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        id_token_signing_alg_values_supported: ['RS256', 'ES256', 'EdDSA'],
        ...this.discovery,
      },
      '/keys': { keys: this.published.map(publicJwk) },
    };
    const document = documents[url];
    response.writeHead(document === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(document ?? { error: 'not found' }));
  }
}

/** What a key set says about a key. */
export function publicJwk({ kid, alg, publicKey }: IssuerKey): Claims {
  return { ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' };
}

/**
 * A token as the text of its parts says, signed by Node.js itself: tests of what `jose` refuses must not depend on what
 * it would sign.
 *
 * @param claims as text for what no object can hold, such as a claim twice
 * @param key a text is the secret of an HMAC; undefined leaves the signature empty
 */
export function signed(header: Claims, claims: Claims | string, key: KeyObject | string | undefined): string {
  const payload = typeof claims === 'string' ? claims : JSON.stringify(claims);
  const data = `${base64url(JSON.stringify(header))}.${base64url(payload)}`;
  return `${data}.${key === undefined ? '' : signatureOf(data, key).toString('base64url')}`;
}

function signatureOf(data: string, key: KeyObject | string): Buffer {
  if (typeof key === 'string') return createHmac('sha256', key).update(data).digest();
  const digest = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  return sign(digest, Buffer.from(data), { key, dsaEncoding: 'ieee-p1363' });
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}
