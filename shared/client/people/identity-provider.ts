import * as oauth from 'oauth4webapi';
import { SignInRefused } from './failures.ts';
import { asked, clientOf, discovered, optionsFor, pageAt } from './provider-requests.ts';
import type { Provider, Tokens } from './tokens.ts';

/** What is remembered while the person is at the provider. */
export interface Attempt {
  readonly provider: Provider;
  /** To which the provider sends the person back. */
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

interface Begin {
  /** `login`: asks for an account again. */
  readonly prompt?: 'login' | undefined;
  /** Whether the session is to go on without the person. */
  readonly isLasting: boolean;
}

/**
 * Begins a sign-in (authorization code with PKCE), which goes on at the URL.
 *
 * @throws SignInRefused; ProviderUnreachable
 */
export async function begin(
  provider: Provider,
  redirectUri: string,
  { prompt, isLasting }: Begin,
): Promise<{ readonly attempt: Attempt; readonly url: string }> {
  const server = await discovered(provider);
  const url = pageAt(server.authorization_endpoint, provider);
  if (url === undefined) throw new SignInRefused('The identity provider has no sign-in page.');
  const attempt: Attempt = {
    provider,
    redirectUri,
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
  };
  const asked = {
    client_id: provider.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: scopesFor(provider, server, isLasting).join(' '),
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    ...(provider.audience === null ? {} : { audience: provider.audience }),
    ...(prompt === undefined ? {} : { prompt }),
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return { attempt, url: url.href };
}

/** Without a list, providers accept what the settings ask for. */
function scopesFor(
  { scopes }: Provider,
  { scopes_supported: offered }: oauth.AuthorizationServer,
  isLasting: boolean,
): readonly string[] {
  const isAsked = isLasting && (offered === undefined || offered.includes(LASTING));
  return scopes.filter((scope) => scope !== LASTING || isAsked);
}

/** The scope of refresh tokens. */
const LASTING = 'offline_access';

/** Ends a sign-in with the parameters that the provider sent. @throws SignInRefused; ProviderUnreachable */
export async function complete(
  { provider, redirectUri, state, nonce, verifier }: Attempt,
  parameters: URLSearchParams,
): Promise<Tokens> {
  return await asked(provider, async () => {
    const [server, client] = [await discovered(provider), clientOf(provider)];
    const answer = oauth.validateAuthResponse(server, client, parameters, state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      answer,
      redirectUri,
      verifier,
      optionsFor(provider),
    );
    const result = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    return tokensOf(provider, result, { family: crypto.randomUUID(), refreshToken: null, idToken: '' });
  });
}

/**
 * Exchanges the refresh token for new tokens.
 *
 * @throws SignInRefused if only the person can go on; ProviderUnreachable
 */
export async function refresh(tokens: Tokens): Promise<Tokens> {
  const { provider, refreshToken } = tokens;
  if (refreshToken === null) throw new SignInRefused('The provider gave no token with which the session can go on.');
  return await asked(provider, async () => {
    const [server, client] = [await discovered(provider), clientOf(provider)];
    const response = await oauth.refreshTokenGrantRequest(
      server,
      client,
      oauth.None(),
      refreshToken,
      optionsFor(provider),
    );
    const result = await oauth.processRefreshTokenResponse(server, client, response);
    if (provider.audience === null && result.id_token === undefined)
      throw new SignInRefused('The provider renews no ID tokens.');
    return tokensOf(provider, result, tokens);
  });
}

function tokensOf(
  provider: Provider,
  result: oauth.TokenEndpointResponse,
  before: Pick<Tokens, 'family' | 'refreshToken' | 'idToken'>,
): Tokens {
  const claims = oauth.getValidatedIdTokenClaims(result);
  const ofIdToken = claims && claims.exp - claims.iat;
  const seconds = provider.audience === null ? ofIdToken : (result.expires_in ?? ofIdToken);
  const idToken = result.id_token ?? before.idToken;
  const now = Date.now();
  return {
    provider,
    family: before.family,
    sent: provider.audience === null ? idToken : result.access_token,
    idToken,
    // Providers that do not rotate refresh tokens send none.
    refreshToken: result.refresh_token ?? before.refreshToken,
    arrivedAt: now,
    expiresAt: now + (seconds ?? 300) * 1000,
  };
}
