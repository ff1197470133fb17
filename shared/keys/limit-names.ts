/** The limits that keys and owners may have, by their names in the API. */
export const limitNames = ['sandboxes', 'requests_per_minute', 'monthly_budget_usd', 'monthly_sandbox_hours'] as const;

export type LimitName = (typeof limitNames)[number];
