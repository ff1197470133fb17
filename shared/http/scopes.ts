/** What an API key may be allowed. Each endpoint names the one that it needs. */
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

/** Scopes that no key has unless somebody who holds them gave them: the record of what everybody did, and power over all owners. */
const givenByName: readonly Scope[] = ['audit:read', 'admin'];

/** What a key may do when nobody said what it may do: everything that is its owner's own. */
export const defaultScopes: readonly Scope[] = scopes.filter((scope) => !givenByName.includes(scope));

/** Whether a key with these scopes may do what needs that one. `admin` holds every scope. */
export function holds(held: readonly Scope[], needed: Scope): boolean {
  return held.includes(needed) || held.includes('admin');
}

/** The scopes among these words. Others, which a later version may have stored, allow nothing here. */
export function knownScopes(words: readonly string[]): readonly Scope[] {
  return scopes.filter((scope) => words.includes(scope));
}
