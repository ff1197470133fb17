import type { ApiKeyCreate, LimitsRequest, Scope } from '../../api/shapes.ts';

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

/** The limits that a key may have, as its form asks for them. */
export const limitFields = [
  { name: 'sandboxes', label: 'Sandboxes at once', step: 1, min: 0 },
  { name: 'requests_per_minute', label: 'Requests per minute', step: 1, min: 1 },
  { name: 'monthly_budget_usd', label: 'Monthly budget (USD)', step: 'any', min: 0 },
  { name: 'monthly_sandbox_hours', label: 'Sandbox hours per month', step: 'any', min: 0 },
] as const;

/** The limits that a form sets. @returns undefined where none is */
export function limitsOf(form: FormData): LimitsRequest | undefined {
  const text = (name: string): string => String(form.get(name) ?? '').trim();
  const limits = limitFields.flatMap(({ name }) => (text(name) === '' ? [] : [[name, Number(text(name))] as const]));
  return limits.length === 0 ? undefined : Object.fromEntries(limits);
}

/** What the form asks the service for. What was left empty is left out. @param withScopes whether scopes were chosen */
export function keyRequestOf(form: FormData, withScopes: boolean): ApiKeyCreate {
  const text = (name: string): string => String(form.get(name) ?? '').trim();
  const limits = limitsOf(form);
  const [name, end] = [text('name'), text('expires_at')];
  return {
    ...(name === '' ? {} : { name }),
    // The boxes have the names of scopes; which of them there are, the service decides.
    ...(withScopes ? { scopes: form.getAll('scopes') as Scope[] } : {}),
    ...(limits === undefined ? {} : { limits }),
    ...(end === '' ? {} : { expires_at: new Date(end).toISOString() }),
  };
}
