import type { Caller } from '../../../contract/endpoint/caller.ts';
import type { DynamoMemberStore } from './dynamo-member-store.ts';
import { type Membership, membershipsFor } from './membership.ts';
import type { OidcSettings } from './oidc-settings.ts';

export interface OwnMembershipsDeps {
  readonly members: Pick<DynamoMemberStore, 'known'>;
  /** Undefined if the deployment has no provider, so that no person can sign in. */
  readonly provider: Pick<OidcSettings, 'claims' | 'signUp'> | undefined;
}

/**
 * The memberships among which a person can choose: those that count for the token of the request, as the authorizer
 * does not go by others.
 *
 * @returns undefined for an API key, which belongs to one owner
 */
export async function ownMemberships(
  { signedIn }: Pick<Caller, 'signedIn'>,
  { members, provider }: OwnMembershipsDeps,
): Promise<readonly Membership[] | undefined> {
  if (signedIn === undefined || provider === undefined) return undefined;
  return membershipsFor(await members.known(signedIn.id), signedIn, provider);
}
