import type { Caller } from '../../../../shared/contract/endpoint/caller.ts';
import {
  type Headers,
  identify,
  type KeyOwners,
  presented,
} from '../../../../shared/domain/accounts/callers/identify-key.ts';
import type { Clock } from '../../../../shared/platform/clock.ts';

/** The caller of a request with an API key that belongs to no member, as the authorizer finds it. */
export async function authenticate(headers: Headers, keys: KeyOwners['keys'], now: Clock): Promise<Caller | undefined> {
  const credential = presented(headers);
  const members = { find: async () => undefined };
  return credential?.kind === 'key' ? (await identify(credential, { keys, members }, now))?.caller : undefined;
}
