import type { ApiKeyCreate, LimitsRequest, Scope } from '../../api/shapes.ts';

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
