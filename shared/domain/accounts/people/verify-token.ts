import { errors, type JWTPayload, jwtVerify } from 'jose';
import type { Clock } from '../../../platform/clock.ts';
import type { IssuerKeys } from './issuer-keys.ts';
import type { OidcSettings } from './oidc-settings.ts';

/** Asymmetric ones only: with `none` and HMAC, anyone could sign a token with what is public. */
export const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** By how many seconds the clocks of provider and service may differ. */
const SKEW_SECONDS = 60;

/** The oldest accepted token, in seconds. */
const MAX_AGE_SECONDS = 24 * 60 * 60;

/** Types of ID tokens and access tokens. Providers sign logout tokens and others with the same keys. */
const TYPES = ['jwt', 'at+jwt', 'application/at+jwt'];

/** A token that this service accepts. */
export interface VerifiedToken {
  readonly subject: string;
  /** In seconds since 1970. */
  readonly issuedAt: number;
  readonly claims: JWTPayload;
}

interface Deps {
  readonly settings: Pick<OidcSettings, 'issuer' | 'clientId' | 'audience'>;
  readonly keys: Pick<IssuerKeys, 'keyOf'>;
  readonly now: Clock;
}

/** @returns undefined for a token that is not valid here and now @throws KeysUnavailableError */
export async function verifyToken(text: string, { settings, keys, now }: Deps): Promise<VerifiedToken | undefined> {
  try {
    const { payload, protectedHeader } = await jwtVerify(text, keys.keyOf, {
      issuer: settings.issuer,
      algorithms: ALGORITHMS,
      clockTolerance: SKEW_SECONDS,
      maxTokenAge: MAX_AGE_SECONDS,
      requiredClaims: ['sub', 'exp', 'iat'],
      currentDate: now(),
    });
    const { sub: subject, iat: issuedAt } = payload;
    if (!TYPES.includes((protectedHeader.typ ?? 'JWT').toLowerCase()) || 'events' in payload) return undefined;
    if (typeof subject !== 'string' || !isSubject(subject) || issuedAt === undefined) return undefined;
    // Some providers write fractions. Signing out refuses all tokens of its second.
    return isForUs(payload, settings) ? { subject, issuedAt: Math.floor(issuedAt), claims: payload } : undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/** The hash of an id would not tell halves of characters (lone surrogates) from one another. */
function isSubject(text: string): boolean {
  return text !== '' && text.length <= 255 && text.isWellFormed();
}

/** Whether the token was made for this service, and for its own client. */
function isForUs(claims: JWTPayload, { clientId, audience = clientId }: Deps['settings']): boolean {
  const clients = [claims.azp, claims.client_id, claims.cid, claims.appid].filter((client) => client !== undefined);
  if (clients.some((client) => client !== clientId)) return false;
  // Access tokens of Amazon Cognito name only their client.
  if (claims.aud === undefined) return claims.token_use === 'access' && claims.client_id === clientId;
  return [claims.aud].flat().includes(audience);
}
