import type { Limits } from '../shapes/limits.ts';
import type { Descent } from '../shapes/lineages.ts';
import type { Role } from '../shapes/roles.ts';
import type { Scope } from '../shapes/scopes.ts';
import type { Endpoint } from './endpoint.ts';

/** The person behind a caller, as a member of the caller's owner. */
export interface CallingMember {
  /** The person's id, the same for all owners. */
  readonly id: string;
  readonly role: Role;
  readonly name: string | null;
  readonly email: string | null;
}

/** The caller that the authorizer identified by the API key or by the token of a person. */
export interface Caller extends Descent {
  readonly ownerId: string;
  /** The id of the API key. With a token, the person's id. */
  readonly keyId: string;
  readonly keyName: string | null;
  /** `token`: a person who signed in. */
  readonly credential: 'key' | 'token';
  /** When the token was issued, in seconds since 1970; absent for API keys. */
  readonly issuedAt?: number | undefined;
  /** Absent for API keys that belong to no person. */
  readonly person?: CallingMember | undefined;
  /** The person as the token describes them; absent for API keys. */
  readonly signedIn?: SignedIn | undefined;
  /** The header that contained the key. Legacy creation treats `Authorization: Bearer` as a sign of a program. */
  readonly scheme: 'bearer' | 'session-header';
  readonly scopes: readonly Scope[];
  /** The key's own limits, within those of its owner. */
  readonly limits: Limits;
}

/** A person whose token was verified, who may be a member of no owner (`access: 'person'`). */
export interface SignedIn {
  /** Derived from the issuer and its subject. */
  readonly id: string;
  /** The provider's id of the person. */
  readonly subject: string;
  /** When the token was issued, in seconds since 1970, by the clock of the provider. */
  readonly issuedAt: number;
  readonly name: string | null;
  readonly email: string | null;
  /** Whether the provider vouches for the email address. */
  readonly isEmailVerified: boolean;
  readonly picture: string | null;
  /** What the token's claims say, if the settings name such claims. */
  readonly claimed: {
    readonly ownerId: string | null;
    readonly role: Role | null;
  };
}

/** The user on whose behalf a caller acts: the person, or the owner for keys that belong to no person. */
export function userOf({ ownerId, person }: Pick<Caller, 'ownerId' | 'person'>): string {
  return person?.id ?? ownerId;
}

/** The origin of a request, for the audit log. */
export interface RequestOrigin {
  readonly requestId: string;
  /** The source IP address that API Gateway saw. */
  readonly sourceIp: string | null;
  /** The User-Agent header, at most 500 characters. */
  readonly userAgent: string | null;
  /** The endpoint of a change whose transaction writes the entry. */
  readonly endpoint?: Pick<Endpoint, 'method' | 'path' | 'success'>;
}
