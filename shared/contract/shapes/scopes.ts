/** The scopes of API keys. Each endpoint names the one that it needs. */
export const scopes = [
  'conversations:read',
  'conversations:write',
  'sandboxes:read',
  'sandboxes:write',
  'settings:read',
  'settings:write',
  'keys:read',
  'keys:write',
  'usage:read',
  'webhooks:read',
  'webhooks:write',
  'audit:read',
  'admin',
] as const;

export type Scope = (typeof scopes)[number];

/** Scopes that a key gets only by name, from a holder: the audit log, and power over all owners. */
const givenByName: readonly Scope[] = ['audit:read', 'admin'];

/** The scopes of a key whose creator named none: everything that is its owner's own. */
export const defaultScopes: readonly Scope[] = scopes.filter((scope) => !givenByName.includes(scope));

/** Whether a key with these scopes has the needed one. `admin` includes every scope. */
export function holds(held: readonly Scope[], needed: Scope): boolean {
  return held.includes(needed) || held.includes('admin');
}

/** The scopes among these words. Others, which a later version may have stored, allow nothing here. */
export function knownScopes(words: readonly string[]): readonly Scope[] {
  return scopes.filter((scope) => words.includes(scope));
}
