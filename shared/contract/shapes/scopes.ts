/** The scopes of API keys. */
export const scopes = [
  'conversations:read',
  'conversations:write',
  'sandboxes:read',
  'sandboxes:write',
  'sandboxes:exec',
  'sandboxes:files',
  'sandboxes:share',
  'settings:read',
  'settings:write',
  'keys:read',
  'keys:write',
  'usage:read',
  'webhooks:read',
  'webhooks:write',
  'members:read',
  'members:write',
  'audit:read',
  'admin',
] as const;

export type Scope = (typeof scopes)[number];

/** Scopes that a key gets only if its creator has and names them. */
const explicitScopes: readonly Scope[] = ['members:write', 'audit:read', 'admin'];

/** The scopes of a key whose creator named none: full access to the owner's own resources. */
export const defaultScopes: readonly Scope[] = scopes.filter((scope) => !explicitScopes.includes(scope));

/** Whether a key with these scopes has the needed one. `admin` includes every scope. */
export function holds(held: readonly Scope[], needed: Scope): boolean {
  return held.includes(needed) || held.includes('admin');
}

/** The known scopes among these words. Scopes that a later version stored are ignored. */
export function knownScopes(words: readonly string[]): readonly Scope[] {
  return scopes.filter((scope) => words.includes(scope));
}
