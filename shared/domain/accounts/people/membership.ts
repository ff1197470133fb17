import type { Caller, CallingMember, SignedIn } from '../../../contract/endpoint/caller.ts';
import { canonicalId } from '../../../contract/shapes/ids.ts';
import type { Lineage } from '../../../contract/shapes/lineages.ts';
import { lowerRole, type Role, scopesOfRole } from '../../../contract/shapes/roles.ts';
import { holds, type Scope } from '../../../contract/shapes/scopes.ts';
import { organizationOf } from '../organization.ts';
import { givenRole } from './assigned.ts';
import { isActive, type KnownPerson, type MemberRecord } from './member-record.ts';
import type { OidcSettings } from './oidc-settings.ts';
import { confirmedEmail } from './person.ts';

/** A membership that counts for a token, with the role that the token allows. */
export interface Membership {
  readonly record: MemberRecord;
  readonly role: Role;
}

/**
 * The memberships that count for a token, the first joined first. In those that the provider manages, the role is never
 * more than this token's claims give, so that a person who left a group keeps nothing by not signing in again.
 */
export function membershipsFor(
  { memberships }: Pick<KnownPerson, 'memberships'>,
  person: Pick<SignedIn, 'claimed' | 'email' | 'isEmailVerified'>,
  settings: Pick<OidcSettings, 'claims' | 'signUp'>,
): readonly Membership[] {
  return memberships.filter(isActive).flatMap((record) => {
    const given = record.managed ? givenRole(record.owner_id, person, settings) : record.role;
    return given === null ? [] : [{ record, role: lowerRole(record.role, given) }];
  });
}

/** How a request says which owner it is about. */
export interface NamedOwner {
  /** In X-Org-Id, the id of the organization or of the owner: no other will do. */
  readonly inHeader?: string | undefined;
  /** In the path of an endpoint of organizations. */
  readonly inPath?: string | undefined;
}

/**
 * The membership of a request: of the organization that its header names; else of the one in its path, of the one that
 * the person chose, or of the first. An organization in the path of which the person is no member reads as absent.
 */
export function membershipOf(
  memberships: readonly Membership[],
  { inHeader, inPath }: NamedOwner,
  chosen: string | undefined,
): Membership | undefined {
  const named = (name: string) => memberships.find(({ record }) => isNamed(record.owner_id, name));
  if (inHeader !== undefined) return named(inHeader);
  return (
    (inPath === undefined ? undefined : named(inPath)) ??
    memberships.find(({ record }) => record.owner_id === chosen) ??
    memberships[0]
  );
}

function isNamed(ownerId: string, name: string): boolean {
  return ownerId === name || canonicalId(organizationOf(ownerId)) === canonicalId(name);
}

/** The caller that a token makes of a member. */
export function callerAs(
  { record, role }: Membership,
  person: SignedIn,
  { scheme, issuedAt }: Pick<Caller, 'scheme' | 'issuedAt'>,
): Caller {
  const email = confirmedEmail(person);
  return {
    ownerId: record.owner_id,
    keyId: person.id,
    keyName: person.name ?? email,
    credential: 'token',
    issuedAt,
    person: { id: person.id, role, name: person.name, email },
    scheme,
    scopes: scopesOfRole(role),
    limits: record.limits,
  };
}

/** Tokens have whole seconds: one of the same second may be older than the sign-out. */
export function isSignedOut({ issuedAt }: { readonly issuedAt: number }, signedOutAt: number | undefined): boolean {
  return signedOutAt !== undefined && issuedAt <= signedOutAt;
}

/** What an API key of a member is bounded by. */
export interface MemberBounds {
  readonly scopes: readonly Scope[];
  readonly lineage: Lineage;
  readonly person: CallingMember;
}

/** What no key goes on to do without its member: with it, a removed person could come back, or manage the others. */
const endingScopes: readonly Scope[] = ['members:write', 'admin'];

/**
 * The bounds of a member's API key, or undefined if the key ended with the member. The key of a removed member whose
 * keys were kept goes on with what it could do before the removal, except to manage people, and still counts for the
 * member.
 *
 * @param scopes the key's own
 * @param createdAt when the key was created
 */
export function boundsOfKey(
  member: MemberRecord | undefined,
  personId: string,
  { scopes, createdAt }: { readonly scopes: readonly Scope[]; readonly createdAt: string },
): MemberBounds | undefined {
  if (member === undefined || !(isActive(member) || member.keys === 'keep')) return undefined;
  if (member.keys_ended_at !== undefined && createdAt <= member.keys_ended_at) return undefined;
  const { role, name, email, limits } = member;
  const allowed = within(scopes, scopesOfRole(role));
  return {
    scopes: isActive(member) ? allowed : allowed.filter((scope) => !endingScopes.includes(scope)),
    lineage: { id: personId, limits },
    person: { id: personId, role, name, email },
  };
}

/** The scopes of the key that the role has too. */
function within(held: readonly Scope[], allowed: readonly Scope[]): readonly Scope[] {
  return allowed.filter((scope) => holds(held, scope));
}
