import { answerOf } from '../../../shared/client/answer-of.ts';
import { ApiProblem } from '../../../shared/client/api-problem.ts';
import type { components } from '../../../shared/client/api-types.ts';
import { begin, complete } from '../../../shared/client/people/identity-provider.ts';
import type { Provider } from '../../../shared/client/people/tokens.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import { Failure } from '../output/failure.ts';
import { oneLine } from '../output/plain.ts';
import { serviceClock } from '../service-clock.ts';
import { openInBrowser } from './browser.ts';
import { openLoopback } from './loopback.ts';
import type { Say } from './session.ts';

type Scope = components['schemas']['Scope'];
type Membership = components['schemas']['Membership'];

/** How long the key of this machine works, in milliseconds. */
const LIFETIME = 30 * 86_400_000;

/** A key that was made for a person. */
export interface PersonalKey {
  readonly apiKey: string;
  /** The ID of the person. */
  readonly person: string;
  readonly owner: string;
  /** The owners that the person belongs to. */
  readonly memberships: readonly string[];
}

interface Asked {
  readonly provider: Provider;
  /** Opens the service with a credential. */
  readonly clientOf: (credential: string, orgId?: string) => ServiceClient;
  /** By default the one that the person chose last. */
  readonly owner: string | undefined;
  readonly host: string;
  /** The scopes of the key, as far as the person has them. */
  readonly wanted: readonly Scope[];
  readonly say: Say;
}

/** How people sign in to a service; null if only with API keys, as to services from before there were people. */
export async function providerOf({ api }: ServiceClient): Promise<Provider | null> {
  try {
    return (await answerOf(api.GET('/api/v1/web-client/config'))).oidc;
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null;
    throw error;
  }
}

/**
 * Signs in a person in the browser (authorization code with PKCE), and makes an API key of theirs for this machine. The
 * tokens of the provider are used once and stored nowhere.
 *
 * @throws Failure; ApiProblem; SignInRefused; ProviderUnreachable
 */
export async function loginInBrowser({ provider, clientOf, owner, host, wanted, say }: Asked): Promise<PersonalKey> {
  const token = await tokenFromBrowser(provider, say);
  const { user, memberships, current_owner_id: current } = await answerOf(clientOf(token).api.POST('/api/v1/sign-in'));
  const membership = chosenFrom(memberships, owner ?? current);
  const { api } = clientOf(token, membership.org_id);
  const { scopes } = await answerOf(api.GET('/api/keys/current'));
  if (!scopes.some((scope) => scope === 'keys:write' || scope === 'admin')) throw mayMakeNoKey(membership);
  const made = await answerOf(
    api.POST('/api/keys', {
      body: {
        name: `acs on ${host}`,
        // Not those that change settings or read the audit log, so that a leaked file does less harm.
        scopes: wanted.filter((scope) => scopes.includes(scope) || scopes.includes('admin')),
        expires_at: new Date(serviceClock.now().getTime() + LIFETIME).toISOString(),
      },
    }),
  );
  const owners = memberships.map(({ owner_id }) => owner_id);
  return { apiKey: made.key, person: user.id, owner: membership.owner_id, memberships: owners };
}

async function tokenFromBrowser(provider: Provider, say: Say): Promise<string> {
  const loopback = await openLoopback();
  try {
    const { attempt, url } = await begin(provider, loopback.redirectUri, { isLasting: false });
    const answered = loopback.answer(attempt.state);
    say(`Sign in at ${new URL(url).host} in the browser. If it does not open, visit:\n${url}`);
    // The URL is printed: without a browser, the person opens it.
    await openInBrowser(url).catch((error: unknown) => say(error instanceof Error ? error.message : String(error)));
    return (await complete(attempt, await answered)).sent;
  } finally {
    loopback.close();
  }
}

function mayMakeNoKey({ owner_id: owner, role }: Membership): Failure {
  return new Failure(
    `The role ${role} in ${oneLine(owner)} cannot create an API key, which acs needs.`,
    'Ask an admin for the role member, or use the console.',
  );
}

function chosenFrom(memberships: readonly Membership[], owner: string | null): Membership {
  const chosen = memberships.find(({ owner_id }) => owner_id === owner);
  if (chosen) return chosen;
  if (memberships.length === 0) {
    throw new Failure(
      'You are signed in, but you are not a member of any owner of this service.',
      'Ask an administrator for an invitation, and open its link in the browser.',
    );
  }
  const names = memberships.map(({ owner_id }) => oneLine(owner_id)).join(', ');
  throw new Failure(`You are not a member of ${oneLine(owner ?? '')}.`, `You are a member of: ${names}.`);
}
