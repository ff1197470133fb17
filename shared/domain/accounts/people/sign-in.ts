import type { RequestOrigin, SignedIn } from '../../../contract/endpoint/caller.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, retryLostRaces } from '../../../platform/errors.ts';
import { OwnerDeletedError } from './admin-count.ts';
import { type Assigned, assignedBy, givenRole } from './assigned.ts';
import { type DynamoMemberStore, MAX_MEMBERSHIPS } from './dynamo-member-store.ts';
import type { DynamoSignIns } from './dynamo-sign-ins.ts';
import { isActive, type KnownPerson } from './member-record.ts';
import { type Membership, membershipOf, membershipsFor } from './membership.ts';
import type { OidcSettings } from './oidc-settings.ts';
import { confirmedEmail } from './person.ts';

export interface SignInDeps {
  readonly settings: OidcSettings;
  readonly members: Pick<DynamoMemberStore, 'known'>;
  readonly signIns: Pick<DynamoSignIns, 'record' | 'join' | 'follow'>;
  readonly now: Clock;
}

/** What a person is a member of. */
export interface SignedInAs {
  readonly memberships: readonly Membership[];
  readonly current: Membership | undefined;
}

/**
 * Records a sign-in, and makes the person the member that the settings say. Each part can be repeated: a crash between
 * two of them is repaired by the next sign-in.
 *
 * @throws AppError `conflict` for a person who is a member of too many owners, or only of one that was deleted
 */
export async function signInPerson(person: SignedIn, request: RequestOrigin, deps: SignInDeps): Promise<SignedInAs> {
  const { settings, members, signIns, now } = deps;
  await retryLostRaces(async () => {
    const before = await members.known(person.id);
    const time = now();
    await signIns.record(person, before.person, time);
    await followClaims(before, person, request, deps);
    await join(assignedBy(person, settings), before, person, request, deps);
  });
  const known = await members.known(person.id);
  const memberships = membershipsFor(known, person, settings);
  return { memberships, current: membershipOf(memberships, {}, known.person?.chosen_owner_id) };
}

/** Keeps rows as the provider describes the person: names, addresses, and the roles that it manages. */
async function followClaims(
  { memberships }: KnownPerson,
  person: SignedIn,
  request: RequestOrigin,
  { settings, signIns, now }: SignInDeps,
): Promise<void> {
  const [email, { name }] = [confirmedEmail(person), person];
  for (const member of memberships.filter(isActive)) {
    // The authorizer gives a member whom the claims give nothing nothing, whatever the row says.
    const role = (member.managed ? givenRole(member.owner_id, person, settings) : null) ?? member.role;
    if (role !== member.role || member.email !== email || member.name !== name) {
      await signIns.follow(member, { ...member, role, email, name }, request, now());
    }
  }
}

/** A removed member stays removed until an admin invites them again. */
async function join(
  assigned: Assigned | undefined,
  { memberships }: KnownPerson,
  person: SignedIn,
  request: RequestOrigin,
  { settings, signIns, now }: SignInDeps,
): Promise<void> {
  if (!assigned || settings.signUp === 'closed') return;
  if (memberships.some(({ owner_id: ownerId }) => ownerId === assigned.ownerId)) return;
  if (memberships.length >= MAX_MEMBERSHIPS) throw tooMany();
  try {
    await signIns.join(assigned, person, request, now());
  } catch (error) {
    // The settings can still name an owner that was deleted. Members of others can sign in all the same.
    if (!(error instanceof OwnerDeletedError && memberships.some(isActive))) throw error;
  }
}

export function tooMany(): AppError {
  return new AppError(
    'conflict',
    `A person can be a member of at most ${MAX_MEMBERSHIPS} owners. Ask an admin of one of them to remove you.`,
  );
}
