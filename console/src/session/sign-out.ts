import { answerOf } from '../../../shared/client/answer-of.ts';
import { CONSOLE_SIGN_IN } from '../../../shared/client/people/addresses.ts';
import type { EndedAtProvider } from '../../../shared/client/people/end-session.ts';
import type { Tokens } from '../../../shared/client/people/tokens.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import { code } from '../live/code-loader.ts';
import { leave } from '../people/arrival.ts';
import type { PersonStore } from '../people/person-store.ts';
import type { KeyStore } from './key-store.ts';

interface SignedIn {
  readonly keys: KeyStore;
  readonly people: PersonStore;
  readonly tokens: Tokens | null;
}

/** The service and the provider get this long to hear of a sign-out, in milliseconds. */
const PATIENCE = 8_000;

/**
 * Signs out a person: at the service, which refuses their tokens from now on, in every tab of this browser, and at the
 * provider. This browser is signed out even if the others do not answer.
 */
export async function signOut({ api }: ServiceClient, { keys, people, tokens }: SignedIn): Promise<void> {
  const [atService, atProvider] = await Promise.allSettled([
    answerOf(api.POST('/api/logout', { signal: AbortSignal.timeout(PATIENCE) })),
    endedAtProvider(tokens),
  ]);
  // Removes everything that the console has stored, in all tabs.
  keys.signOut();
  const provider = atProvider.status === 'fulfilled' ? atProvider.value : { url: null, isRevoked: false };
  const ended = atService.status === 'fulfilled' && provider.isRevoked ? 'signed_out' : 'unheard';
  people.signedOut(ended);
  if (provider.url !== null) leave(provider.url, ended);
}

async function endedAtProvider(tokens: Tokens | null): Promise<EndedAtProvider> {
  if (tokens === null) return { url: null, isRevoked: true };
  const { endSession } = await code.load(() => import('../../../shared/client/people/end-session.ts'));
  return await endSession(tokens, `${window.location.origin}${CONSOLE_SIGN_IN}`);
}
