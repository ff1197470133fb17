import { vi } from 'vitest';
import type { Provider, Tokens } from '../../../../shared/client/people/tokens.ts';

/** What the provider was asked: where, with which credential, and with which form. */
interface Asked {
  readonly path: string;
  readonly authorization: string | null;
  readonly form: URLSearchParams;
}

interface Answers {
  /** Of the discovery document, besides its endpoints. */
  readonly document?: Readonly<Record<string, unknown>>;
  readonly token?: (form: URLSearchParams) => Response;
  readonly revocation?: () => Response;
}

let count = 0;

/** A provider that answers in place of the network. Each has an issuer of its own, whose document is read once. */
export function aProvider({ document = {}, token, revocation }: Answers = {}, issuer = newIssuer()) {
  const asked: Asked[] = [];
  const provider: Provider = { issuer, client_id: 'console', audience: null, scopes: ['openid', 'offline_access'] };
  const discovery = {
    issuer,
    authorization_endpoint: 'https://login.example/oauth2/authorize',
    token_endpoint: 'https://login.example/token',
    revocation_endpoint: 'https://login.example/revoke',
    ...document,
  };
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    const path = new URL(request.url).pathname;
    if (path.endsWith('/.well-known/openid-configuration')) return Response.json(discovery);
    const form = new URLSearchParams(await request.text());
    asked.push({ path, authorization: request.headers.get('authorization'), form });
    if (path === '/token' && token) return token(form);
    if (path === '/revoke' && revocation) return revocation();
    return new Response(null, { status: 200 });
  });
  return { provider, asked };
}

const newIssuer = (): string => `https://login.example/${count++}`;

/** An ID token. Clients get it from the provider itself, so they do not check its signature; the service does. */
export function idTokenFor(provider: Provider, claims: Readonly<Record<string, unknown>> = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const payload = { iss: provider.issuer, aud: provider.client_id, sub: 'ada', iat: now, exp: now + 900, ...claims };
  const parts = [{ alg: 'RS256' }, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  return [...parts, 'c2lnbmF0dXJl'].join('.');
}

export function tokensFrom(provider: Provider, refreshToken: string | null = 'refresh'): Tokens {
  const idToken = idTokenFor(provider);
  return { provider, family: 'f', sent: idToken, idToken, refreshToken, arrivedAt: 0, expiresAt: 900_000 };
}
