import * as oauth from 'oauth4webapi';
import { ProviderUnreachable, SignInRefused } from './failures.ts';
import type { Provider } from './tokens.ts';

/** Milliseconds for each request to the provider. */
const PATIENCE = 10_000;

const known = new Map<string, Promise<oauth.AuthorizationServer>>();

/** The provider's metadata, read once. */
export function discovered(provider: Provider): Promise<oauth.AuthorizationServer> {
  const { issuer } = provider;
  const read = known.get(issuer) ?? asked(provider, () => discover(provider));
  known.set(issuer, read);
  read.catch(() => known.delete(issuer));
  return read;
}

async function discover(provider: Provider): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(provider.issuer);
  return await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, optionsFor(provider)));
}

export const clientOf = ({ client_id }: Provider): oauth.Client => ({
  client_id,
  // The service decides on times. The clock of this device can be wrong.
  [oauth.clockTolerance]: 600,
});

/** Only a provider on this machine, for development, is without TLS. */
export const optionsFor = ({ issuer }: Provider) => ({
  [oauth.allowInsecureRequests]: issuer.startsWith('http://'),
  signal: () => AbortSignal.timeout(PATIENCE),
});

/** A page of the provider that a browser opens: never a script, a file or a program. */
export function pageAt(address: string | undefined, { issuer }: Provider): URL | undefined {
  if (address === undefined) return undefined;
  const url = URL.parse(address);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && issuer.startsWith('http://'))) return url;
  throw new SignInRefused('The identity provider names a page that is not a web page.');
}

/** @throws SignInRefused for what the provider refused; ProviderUnreachable if it did not answer */
export async function asked<Result>(provider: Provider, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof SignInRefused || error instanceof ProviderUnreachable) throw error;
    if (error instanceof oauth.AuthorizationResponseError)
      throw refusedWith(error.error, error.error_description, error);
    if (error instanceof oauth.ResponseBodyError) {
      if (error.status >= 500 || error.status === 429) throw new ProviderUnreachable(provider.issuer, error);
      throw refusedWith(error.error, error.error_description, error);
    }
    if (error instanceof oauth.OperationProcessingError && statusOf(error) < 500)
      throw new SignInRefused('The answer of the identity provider is not valid.', error);
    // No answer, or the page of a proxy.
    throw new ProviderUnreachable(provider.issuer, error);
  }
}

function statusOf({ cause }: Error): number {
  return cause instanceof Response ? cause.status : 0;
}

/** OAuth's error codes that people can do something about. */
const words: Readonly<Record<string, string>> = {
  access_denied: 'The sign-in was cancelled, or the identity provider does not let you use this application.',
  login_required: 'The identity provider asks you to sign in again.',
  invalid_grant: 'The sign-in took too long or was already used.',
};

function refusedWith(error: string, description: string | undefined, cause: unknown): SignInRefused {
  const known = Object.hasOwn(words, error) ? words[error] : undefined;
  return new SignInRefused(known ?? `The identity provider refused: ${description ?? error}.`, cause);
}
