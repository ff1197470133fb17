import type { Caller, SignedIn } from '../../../contract/endpoint/caller.ts';
import type { Clock } from '../../../platform/clock.ts';
import { signedInFrom } from '../people/claims.ts';
import type { DynamoMemberStore } from '../people/dynamo-member-store.ts';
import type { IssuerKeys } from '../people/issuer-keys.ts';
import { callerAs, isSignedOut, membershipOf, membershipsFor, type NamedOwner } from '../people/membership.ts';
import type { OidcSettings } from '../people/oidc-settings.ts';
import { personIdOf } from '../people/person.ts';
import { verifyToken } from '../people/verify-token.ts';
import type { PresentedToken } from './identify-key.ts';

/** Dependencies of tokens. Without a provider, no token is accepted. */
export interface TokenDeps {
  readonly settings: OidcSettings;
  readonly issuerKeys: Pick<IssuerKeys, 'keyOf'>;
  readonly members: Pick<DynamoMemberStore, 'known'>;
  readonly now: Clock;
}

/** A person whose token is valid. */
export interface IdentifiedPerson {
  readonly signedIn: SignedIn;
  /** Undefined for a person who is a member of no owner, or not of the one that the request names. */
  readonly caller: Caller | undefined;
}

/**
 * Verifies a token and finds the person. Undefined for a token that is not valid, or from before the sign-out.
 *
 * @param named the organization that the request names, if it does
 * @throws KeysUnavailableError
 */
export async function identifyPerson(
  { text, scheme }: PresentedToken,
  named: NamedOwner,
  { settings, issuerKeys, members, now }: TokenDeps,
): Promise<IdentifiedPerson | undefined> {
  const token = await verifyToken(text, { settings, keys: issuerKeys, now });
  if (!token) return undefined;
  const known = await members.known(personIdOf(settings.issuer, token.subject));
  if (isSignedOut(token, known.person?.signed_out_at)) return undefined;
  const signedIn = signedInFrom(token, settings);
  const mine = membershipsFor(known, signedIn, settings);
  const membership = membershipOf(mine, named, known.person?.chosen_owner_id);
  if (isSignedOut(token, membership?.record.signed_out_at)) return undefined;
  return { signedIn, caller: membership && callerAs(membership, signedIn, { scheme, issuedAt: token.issuedAt }) };
}
