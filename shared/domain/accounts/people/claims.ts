import type { JWTPayload } from 'jose';
import type { SignedIn } from '../../../contract/endpoint/caller.ts';
import { OwnerId } from '../../../contract/shapes/owner-id.ts';
import { isAtLeast, type Role } from '../../../contract/shapes/roles.ts';
import type { OidcSettings } from './oidc-settings.ts';
import { personIdOf } from './person.ts';
import type { VerifiedToken } from './verify-token.ts';

const MAX_NAME = 200;
const MAX_EMAIL = 254;
const MAX_PICTURE = 1_000;

/** What a token says about its person. Claims of another type or length count as absent. */
export function signedInFrom({ subject, issuedAt, claims }: VerifiedToken, settings: OidcSettings): SignedIn {
  const { issuer, claims: names } = settings;
  const email = emailIn(claims[names.email]);
  const picture = textIn(claims[names.picture], MAX_PICTURE);
  return {
    id: personIdOf(issuer, subject),
    subject,
    issuedAt,
    name: textIn(claims[names.name], MAX_NAME),
    email,
    isEmailVerified: email !== null && isVerified(claims, settings),
    picture: picture !== null && URL.canParse(picture) && picture.startsWith('https://') ? picture : null,
    claimed: { ownerId: ownerIn(claims, names.owner), role: roleIn(claims[names.groups], settings.roles) },
  };
}

function isVerified(claims: JWTPayload, { trustEmail, claims: names }: OidcSettings): boolean {
  const claim = claims[names.email_verified];
  return claim === true || claim === 'true' || (trustEmail && claim === undefined);
}

function ownerIn(claims: JWTPayload, name: string | undefined): string | null {
  const owner = OwnerId.safeParse(name === undefined ? undefined : claims[name]);
  return owner.success ? owner.data : null;
}

/** The highest role of the groups. Some providers send a single group as a text. */
function roleIn(groups: unknown, roles: OidcSettings['roles']): Role | null {
  const given = (Array.isArray(groups) ? groups : [groups]).filter((group) => typeof group === 'string');
  const granted = given.flatMap((group) => (Object.hasOwn(roles, group) ? [roles[group] as Role] : []));
  return granted.reduce<Role | null>((high, role) => (high !== null && isAtLeast(high, role) ? high : role), null);
}

/** A text for people: one line, without control characters. */
function textIn(value: unknown, most: number): string | null {
  if (typeof value !== 'string' || value.length > most) return null;
  return (
    value
      .toWellFormed()
      .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
      .trim() || null
  );
}

/**
 * An address as it is compared: ASCII letters in lower case. Other letters stay, as some become ASCII in lower case:
 * the Kelvin sign becomes `k`, so that someone else's address would equal the invited one.
 */
function emailIn(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_EMAIL) return null;
  if (!/^[^\s@\p{Cc}\p{Cf}]+@[^\s@\p{Cc}\p{Cf}]+$/u.test(value) || !value.isWellFormed()) return null;
  return value.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
