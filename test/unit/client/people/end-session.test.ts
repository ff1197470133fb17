import { afterEach, describe, expect, it, vi } from 'vitest';
import { endSession } from '../../../../shared/client/people/end-session.ts';
import { SignInRefused } from '../../../../shared/client/people/failures.ts';
import { aProvider, tokensFrom } from './provider.ts';

afterEach(() => void vi.unstubAllGlobals());

const RETURN = 'https://console.example/sign-in';
const END = 'https://login.example/end';

/** The page that ends the session at the provider, without its query, and the query. */
function pageIn(url: string | null) {
  const { origin, pathname, searchParams } = new URL(url ?? '');
  return [`${origin}${pathname}`, Object.fromEntries(searchParams)];
}

describe('a sign-out at the identity provider', () => {
  it('revokes the refresh token, and leads to the page that ends the session', async () => {
    const { provider, asked } = aProvider({ document: { end_session_endpoint: END } });
    const tokens = tokensFrom(provider);

    const { url, isRevoked } = await endSession(tokens, RETURN);

    expect(isRevoked).toBe(true);
    expect(asked.map(({ path, form }) => [path, form.get('token'), form.get('client_id')])).toEqual([
      ['/revoke', 'refresh', 'console'],
    ]);
    expect(pageIn(url)).toEqual([
      END,
      { client_id: 'console', id_token_hint: tokens.idToken, post_logout_redirect_uri: RETURN },
    ]);
  });

  it.each([
    ['names its page', { end_session_endpoint: 'https://login.example/logout' }],
    ['names no page', {}],
  ])('of Amazon Cognito has its own parameters, where the document %s', async (_, document) => {
    const pool = crypto.randomUUID();
    const issuer = `https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_${pool}`;
    const { provider } = aProvider({ document }, issuer);

    const { url } = await endSession(tokensFrom(provider), RETURN);

    expect(pageIn(url)).toEqual(['https://login.example/logout', { client_id: 'console', logout_uri: RETURN }]);
  });

  it('ends the session there also if the refresh token could not be revoked, and tells', async () => {
    const { provider } = aProvider({
      document: { end_session_endpoint: END },
      revocation: () => new Response(null, { status: 503 }),
    });

    expect(await endSession(tokensFrom(provider), RETURN)).toMatchObject({
      url: expect.stringContaining(END),
      isRevoked: false,
    });
  });

  it('has no page at a provider without one', async () => {
    const { provider } = aProvider({ document: { revocation_endpoint: undefined } });

    expect(await endSession(tokensFrom(provider), RETURN)).toEqual({ url: null, isRevoked: true });
  });

  it('sends the ID token to no page that is not a web page', async () => {
    const { provider } = aProvider({ document: { end_session_endpoint: 'http://login.example/end' } });

    await expect(endSession(tokensFrom(provider), RETURN)).rejects.toBeInstanceOf(SignInRefused);
  });
});
