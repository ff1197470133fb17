import { hostname } from 'node:os';
import { answerOf } from '../../../shared/client/answer-of.ts';
import { ApiProblem } from '../../../shared/client/api-problem.ts';
import type { components } from '../../../shared/client/api-types.ts';
import type { Provider } from '../../../shared/client/people/tokens.ts';
import { Failure } from '../output/failure.ts';
import { oneLine } from '../output/plain.ts';
import type { PersonalKey } from './browser-login.ts';
import type { StoredService } from './credentials.ts';
import { clientOf, currentKey, type Say } from './session.ts';

/** The identity provider to sign in at; null where the API key is asked for. @throws Failure if one is needed */
export async function usedProvider(
  address: string,
  { isAsked }: { readonly isAsked: boolean },
  say: Say,
): Promise<Provider | null> {
  const { providerOf } = await import('./browser-login.ts');
  const provider = await providerOf(clientOf(address, '', say));
  if (provider !== null || !isAsked) return provider;
  throw new Failure(`${address} has no identity provider.`, 'Sign in with an API key: acs login --with-key');
}

interface Login {
  readonly address: string;
  readonly owner: string | undefined;
  /** The scopes of the key, as far as the person has them. */
  readonly wanted: readonly components['schemas']['Scope'][];
  /** What is stored from before. */
  readonly before: StoredService | undefined;
  readonly say: Say;
}

/** Makes a key in the browser, and keeps those of the same person for other owners. */
export async function loggedIn(
  provider: Provider,
  { address, owner, wanted, before, say }: Login,
): Promise<StoredService> {
  const { loginInBrowser } = await import('./browser-login.ts');
  const made = await loginInBrowser({
    provider,
    clientOf: (credential, orgId) => clientOf(address, credential, say, orgId),
    owner,
    wanted,
    host: hostName(),
    say,
  });
  return storedWith(made, before);
}

/** What is stored after a sign-in. Another person of the same machine gets none of the keys from before. */
export function storedWith(made: PersonalKey, before: StoredService | undefined): StoredService {
  const { apiKey, person, owner, memberships } = made;
  const kept =
    before?.owner === undefined || before.person !== person ? {} : { ...before.others, [before.owner]: before.api_key };
  const others = Object.entries(kept).filter(([name]) => name !== owner && memberships.includes(name));
  return { api_key: apiKey, owner, person, others: Object.fromEntries(others), memberships };
}

/** Revokes the keys of sign-ins before that are no longer stored. @throws ApiProblem; Failure */
export async function revokeDropped(
  address: string,
  before: StoredService | undefined,
  after: StoredService,
  say: Say,
): Promise<void> {
  for (const key of droppedKeys(before, after)) await revokeKey(address, key, say);
}

/** The keys that acs made for a person and that are no longer stored. */
export function droppedKeys(before: StoredService | undefined, after: StoredService): readonly string[] {
  if (before?.owner === undefined) return [];
  const kept = keysOf(after);
  return keysOf(before).filter((key) => !kept.includes(key));
}

function keysOf({ api_key: key, others = {} }: StoredService): readonly string[] {
  return [key, ...Object.values(others)];
}

/**
 * Revokes a key that acs made. One that has already ended is no failure, and one that may no longer revoke itself is
 * reported, so that it does not keep anyone from signing out.
 *
 * @returns whether the key has ended
 * @throws ApiProblem; Failure
 */
export async function revokeKey(address: string, apiKey: string, say: Say): Promise<boolean> {
  const client = clientOf(address, apiKey, say);
  try {
    const { id, owner_id: owner } = await currentKey(client);
    try {
      await answerOf(client.api.DELETE('/api/keys/{key_id}', { params: { path: { key_id: id } } }));
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'insufficient_scope') throw error;
      say(`The key ${oneLine(id)} lacks the scope to revoke itself. Ask an admin of ${oneLine(owner)} to revoke it.`);
      return false;
    }
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 401) throw error;
  }
  return true;
}

/** The name of this machine as a line that the service accepts. */
export function hostName(): string {
  return oneLine(hostname()).trim().slice(0, 60) || 'this machine';
}
