import type { Role } from '../../../contract/shapes/roles.ts';
import { optionalEnv } from '../../../platform/env.ts';

/** The OpenID provider by which people sign in, as the deployment's settings name it (`infra/settings/oidc.ts`). */
export interface OidcSettings {
  readonly issuer: string;
  /** The client of the console and of `acs login`. */
  readonly clientId: string;
  /** Clients then send access tokens for this audience instead of ID tokens. */
  readonly audience?: string | undefined;
  readonly scopes: readonly string[];
  /** The names of claims. */
  readonly claims: {
    /** The claim with the id of the person's owner. */
    readonly owner?: string | undefined;
    readonly email: string;
    readonly email_verified: string;
    readonly name: string;
    readonly picture: string;
    readonly groups: string;
  };
  /** Whether addresses are trusted without `email_verified`. */
  readonly trustEmail: boolean;
  /** The role that each group of the provider gives. */
  readonly roles: Readonly<Record<string, Role>>;
  /** Who becomes a member at the first sign-in. The record maps domains of mail addresses to owners. */
  readonly signUp: 'closed' | 'invited' | Readonly<Record<string, string>>;
}

/**
 * Undefined if the deployment has no provider. The deployment wrote the variable from settings that it checked, so that
 * the authorizer needs no schema for it.
 *
 * @throws when the variable is not JSON
 */
export function oidcSettings(): OidcSettings | undefined {
  const text = optionalEnv('OIDC');
  return text === undefined ? undefined : (JSON.parse(text) as OidcSettings);
}
