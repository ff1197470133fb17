import { given } from '../../api/search-params.ts';
import type { ApiKeyCreate, LimitsRequest, Scope } from '../../api/shapes.ts';
import { textIn } from '../../ui/forms.ts';

export const scopeHints: Readonly<Record<Scope, string>> = {
  'conversations:read': 'Read conversations, their history and files',
  'conversations:write': 'Start, change and delete conversations, and message their agents',
  'sandboxes:read': 'Read sandboxes and their specs',
  'sandboxes:write': 'Start, pause, resume and delete sandboxes',
  'sandboxes:exec': 'Run commands and terminals in sandboxes, and read their logs',
  'sandboxes:files': 'Read and change the files of sandboxes',
  'sandboxes:share': 'Make ports of sandboxes public',
  'settings:read': 'Read settings, profiles and the names of secrets',
  'settings:write': 'Change settings, profiles, secrets and git tokens',
  'keys:read': 'List API keys',
  'keys:write': 'Create, rotate and revoke API keys, and approve devices',
  'usage:read': 'Read usage and cost',
  'webhooks:read': 'Read webhook endpoints and their deliveries',
  'webhooks:write': 'Change and test webhook endpoints',
  'members:read': 'List members and their roles',
  'members:write': 'Invite, change and remove members',
  'audit:read': 'Read the audit log',
  admin: 'Full access, including all owners',
};

export const allScopes = Object.keys(scopeHints) as readonly Scope[];

/** Scopes that a key has only if they were chosen explicitly. */
const chosenOnly: readonly Scope[] = ['members:write', 'audit:read', 'admin'];

/** A short description of scopes: grouped by resource, or the name of a whole set. */
export function scopeWords(scopes: readonly Scope[]): string {
  if (scopes.includes('admin')) return 'Administrator: full access';
  const usual = allScopes.filter((scope) => !chosenOnly.includes(scope));
  if (usual.every((scope) => scopes.includes(scope))) {
    const others = chosenOnly.filter((scope) => !scopes.includes(scope)).toReversed();
    return `All scopes except ${new Intl.ListFormat('en').format(others)}`;
  }
  const nouns = Map.groupBy(scopes, (scope) => scope.split(':')[0] ?? scope);
  return [...nouns].map(([noun, all]) => `${noun}: ${all.map((scope) => scope.split(':')[1]).join(', ')}`).join(' · ');
}

/** The limits of a key, as its form asks for them. */
export const limitFields = [
  { name: 'sandboxes', label: 'Concurrent sandboxes', step: 1, min: 0 },
  { name: 'vcpus', label: 'vCPUs of these sandboxes', step: 'any', min: 0 },
  { name: 'requests_per_minute', label: 'Requests per minute', step: 1, min: 1 },
  { name: 'monthly_budget_usd', label: 'Monthly budget (USD)', step: 'any', min: 0 },
  { name: 'monthly_sandbox_hours', label: 'Sandbox hours per month', step: 'any', min: 0 },
] as const;

/** The limits in a form. @returns undefined if all are empty */
export function limitsOf(form: FormData): LimitsRequest | undefined {
  const limits = limitFields.flatMap(({ name }) => {
    const text = textIn(form, name);
    return text === '' ? [] : [[name, Number(text)] as const];
  });
  return limits.length === 0 ? undefined : Object.fromEntries(limits);
}

/** The request in a form, without empty fields. @param withScopes whether scopes were chosen */
export function keyRequestOf(form: FormData, withScopes: boolean): ApiKeyCreate {
  const end = textIn(form, 'expires_at');
  return given({
    name: textIn(form, 'name'),
    // The checkboxes have the names of scopes; the service validates them.
    scopes: withScopes ? (form.getAll('scopes') as Scope[]) : undefined,
    limits: limitsOf(form),
    expires_at: end && new Date(end).toISOString(),
  });
}
