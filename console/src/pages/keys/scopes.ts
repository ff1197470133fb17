import type { Scope } from '../../api/shapes.ts';

/** What each scope allows. */
export const scopeHints: Readonly<Record<Scope, string>> = {
  'conversations:read': 'Read conversations, their history and files',
  'conversations:write': 'Start, change and delete conversations, and message their agents',
  'sandboxes:read': 'Read sandboxes and their specs',
  'sandboxes:write': 'Start, pause, resume and delete sandboxes',
  'settings:read': 'Read settings, profiles and the names of secrets',
  'settings:write': 'Change settings, profiles, secrets and git tokens',
  'keys:read': 'List API keys',
  'keys:write': 'Create, rotate and revoke API keys, and approve devices',
  'usage:read': 'Read usage and cost',
  'webhooks:read': 'Read webhook endpoints and their deliveries',
  'webhooks:write': 'Change and test webhook endpoints',
  'audit:read': 'Read the audit log',
  admin: 'Full access, and the management of all owners',
};

export const allScopes = Object.keys(scopeHints) as readonly Scope[];

/** Scopes that a key only has where they were chosen for it. */
const chosenOnly: readonly Scope[] = ['audit:read', 'admin'];

/** Scopes in a few words: those of one noun together, and a whole set by its name. */
export function scopeWords(scopes: readonly Scope[]): string {
  if (scopes.includes('admin')) return 'Administrator: full access';
  const usual = allScopes.filter((scope) => !chosenOnly.includes(scope));
  if (usual.every((scope) => scopes.includes(scope))) {
    return scopes.includes('audit:read') ? 'Full access' : 'Full access without audit log';
  }
  const nouns = Map.groupBy(scopes, (scope) => scope.split(':')[0] ?? scope);
  return [...nouns].map(([noun, all]) => `${noun}: ${all.map((scope) => scope.split(':')[1]).join(', ')}`).join(' · ');
}
