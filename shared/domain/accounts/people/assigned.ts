import type { SignedIn } from '../../../contract/endpoint/caller.ts';
import type { Role } from '../../../contract/shapes/roles.ts';
import type { OidcSettings } from './oidc-settings.ts';

/** A membership that the deployment's settings give a person. */
export interface Assigned {
  readonly ownerId: string;
  readonly role: Role;
  /** Whether later sign-ins change the role. */
  readonly managed: boolean;
}

/**
 * The membership that a token's claims give: of the owner in the claim, or of the owner that the domain of a verified
 * address belongs to. Groups decide on the role, otherwise it is `member`.
 */
export function assignedBy(
  { claimed, email, isEmailVerified }: Pick<SignedIn, 'claimed' | 'email' | 'isEmailVerified'>,
  { claims, signUp }: Pick<OidcSettings, 'claims' | 'signUp'>,
): Assigned | undefined {
  const { role } = claimed;
  if (claims.owner !== undefined) {
    return claimed.ownerId === null ? undefined : { ownerId: claimed.ownerId, role: role ?? 'member', managed: true };
  }
  if (typeof signUp === 'string' || email === null || !isEmailVerified) return undefined;
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const ownerId = Object.hasOwn(signUp, domain) ? signUp[domain] : undefined;
  return ownerId === undefined ? undefined : { ownerId, role: role ?? 'member', managed: role !== null };
}

/**
 * The role that a token's claims give in an owner, by the owner that they name, by groups or by the domain of the
 * address. Null if they give none: the groups of a token that names another owner say nothing about this one.
 */
export function givenRole(
  ownerId: string,
  person: Pick<SignedIn, 'claimed' | 'email' | 'isEmailVerified'>,
  settings: Pick<OidcSettings, 'claims' | 'signUp'>,
): Role | null {
  const assigned = assignedBy(person, settings);
  if (assigned?.ownerId === ownerId) return assigned.role;
  return settings.claims.owner === undefined ? person.claimed.role : null;
}
