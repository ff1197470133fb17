/** The identity provider of the service, as its configuration names it. */
export interface Provider {
  readonly issuer: string;
  readonly client_id: string;
  /** Without one, requests carry ID tokens; otherwise access tokens. */
  readonly audience: string | null;
  readonly scopes: readonly string[];
}

/** The tokens of a person who signed in. */
export interface Tokens {
  readonly provider: Provider;
  /** The same for all tokens of one sign-in. */
  readonly family: string;
  /** The token that requests carry. */
  readonly sent: string;
  /** Names the person to the provider at the sign-out. */
  readonly idToken: string;
  readonly refreshToken: string | null;
  /** When they arrived and when they expire, by the clock of this device, in milliseconds. */
  readonly arrivedAt: number;
  readonly expiresAt: number;
}

/** Tokens are renewed this long before they expire, in milliseconds. Those that cannot be renewed are used longer. */
const EARLY = 60_000;
const LAST = 5_000;

export function areFresh({ expiresAt, arrivedAt, refreshToken }: Tokens, now = Date.now()): boolean {
  const early = refreshToken === null ? LAST : EARLY;
  // Tokens of a short life are used for most of it.
  return now < expiresAt - Math.min(early, (expiresAt - arrivedAt) / 5);
}
