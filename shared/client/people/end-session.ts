import * as oauth from 'oauth4webapi';
import { asked, clientOf, discovered, optionsFor, pageAt } from './provider-requests.ts';
import type { Tokens } from './tokens.ts';

/** What a sign-out at the provider needs from the person's browser. */
export interface EndedAtProvider {
  /** The page that ends the provider's own session; null for a provider without one. */
  readonly url: string | null;
  /** False if the provider did not revoke the refresh token, although it offers that. */
  readonly isRevoked: boolean;
}

/**
 * Ends the refresh token. The provider's own session ends at the page, also if the token could not be revoked.
 *
 * @throws ProviderUnreachable
 */
export async function endSession(tokens: Tokens, returnUri: string): Promise<EndedAtProvider> {
  const { provider } = tokens;
  const server = await discovered(provider);
  const isRevoked = await asked(provider, () => revoke(server, tokens)).then(
    () => true,
    () => false,
  );
  return { url: signOutPage(server, tokens, returnUri)?.href ?? null, isRevoked };
}

async function revoke(server: oauth.AuthorizationServer, { provider, refreshToken }: Tokens): Promise<void> {
  if (server.revocation_endpoint === undefined || refreshToken === null) return;
  const client = clientOf(provider);
  const answer = await oauth.revocationRequest(server, client, oauth.None(), refreshToken, optionsFor(provider));
  await oauth.processRevocationResponse(answer);
}

function signOutPage(
  { end_session_endpoint: named, authorization_endpoint: signIn }: oauth.AuthorizationServer,
  { provider, idToken }: Tokens,
  returnUri: string,
): URL | undefined {
  if (COGNITO.test(provider.issuer)) {
    // Its page has parameters of its own, and documents of some pools do not name it.
    const url = pageAt(named ?? (signIn && new URL('/logout', signIn).href), provider);
    url?.searchParams.set('client_id', provider.client_id);
    url?.searchParams.set('logout_uri', returnUri);
    return url;
  }
  const url = pageAt(named, provider);
  url?.searchParams.set('client_id', provider.client_id);
  url?.searchParams.set('id_token_hint', idToken);
  url?.searchParams.set('post_logout_redirect_uri', returnUri);
  return url;
}

/** The issuers of Amazon Cognito. */
const COGNITO = /^https:\/\/cognito-idp\.[a-z0-9-]+\.amazonaws\.com(\.cn)?\//;
