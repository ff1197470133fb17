import type { ApiKeyCreate, Scope } from '../../api/shapes.ts';

/** The limits that a key may have, as its form asks for them. */
export const limitFields = [
  { name: 'sandboxes', label: 'Sandboxes at once', step: 1, min: 0 },
  { name: 'requests_per_minute', label: 'Calls a minute', step: 1, min: 1 },
  { name: 'monthly_budget_usd', label: 'US dollars a month', step: 'any', min: 0 },
  { name: 'monthly_sandbox_hours', label: 'Hours of running sandboxes a month', step: 'any', min: 0 },
] as const;

/** What the form asks the service for. What was left empty is left out. @param withScopes whether scopes were chosen */
export function keyRequestOf(form: FormData, withScopes: boolean): ApiKeyCreate {
  const text = (name: string): string => String(form.get(name) ?? '').trim();
  const limits = limitFields.flatMap(({ name }) => (text(name) === '' ? [] : [[name, Number(text(name))] as const]));
  const [name, end] = [text('name'), text('expires_at')];
  return {
    ...(name === '' ? {} : { name }),
    // The boxes have the names of scopes; which of them there are, the service decides.
    ...(withScopes ? { scopes: form.getAll('scopes') as Scope[] } : {}),
    ...(limits.length === 0 ? {} : { limits: Object.fromEntries(limits) }),
    ...(end === '' ? {} : { expires_at: new Date(end).toISOString() }),
  };
}
