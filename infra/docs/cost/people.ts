/** Amazon Cognito, plan Lite, in US dollars for each person who signs in within a month, beyond the free ones. */
const prices = {
  /** Of the pool's own accounts, and of social providers. */
  pool: { free: 10_000, usd: 0.0055 },
  /** Of another OpenID provider, or of SAML. */
  federated: { free: 50, usd: 0.015 },
} as const;

/** What the sign-ins of this many people cost in a month. */
export function peopleUsd(people: number, kind: keyof typeof prices): number {
  const { free, usd } = prices[kind];
  return Math.max(people - free, 0) * usd;
}
