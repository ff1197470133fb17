import * as z from 'zod';

const Count = z.int().min(0).max(1_000_000);
const Amount = z.number().min(0).max(1_000_000_000);

/** Limits as callers set them: null removes one. A misspelled name is refused, as it would limit nothing. */
export const LimitsRequest = z
  .strictObject({
    sandboxes: Count.nullish().meta({
      description: 'The maximum number of sandboxes that are starting, running or resuming at the same time.',
    }),
    requests_per_minute: Count.min(1).nullish(),
    monthly_budget_usd: Amount.nullish().meta({ description: 'In US dollars, per calendar month (UTC).' }),
    monthly_sandbox_hours: Amount.nullish().meta({
      description: 'Hours of running sandboxes per calendar month (UTC).',
    }),
  })
  .meta({ id: 'LimitsRequest' });
export type LimitsRequest = Readonly<z.output<typeof LimitsRequest>>;

/** Limits of an API key or owner, in the units in which callers set them; null where it has none of its own. */
export const Limits = z
  .object({
    sandboxes: z.int().nullable(),
    requests_per_minute: z.int().nullable(),
    monthly_budget_usd: z.number().nullable(),
    monthly_sandbox_hours: z.number().nullable(),
  })
  .meta({ id: 'Limits', description: 'Null: only the limits of the owner or the service apply.' });
export type Limits = Readonly<z.output<typeof Limits>>;

export type LimitName = keyof Limits;

export const limitNames: readonly LimitName[] = Limits.keyof().options;

/** Some limits by name; an absent one is not set. */
export type SomeLimits = Readonly<Partial<Record<LimitName, number | null | undefined>>>;

/** Decodes a request or the row of a key, which hold only the limits that are set. */
export function limitsOf(some: SomeLimits): Limits {
  return mapLimits((name) => some[name] ?? null);
}

export const noLimits: Limits = limitsOf({});

/** The first of these limits that is lower than the other's, or is set where that is not. */
export function lowerLimit(
  limits: Limits,
  than: Limits,
  isCompared: (name: LimitName) => boolean = () => true,
): LimitName | undefined {
  return limitNames.find((name) => {
    const most = limits[name];
    return isCompared(name) && most !== null && (than[name] ?? Number.POSITIVE_INFINITY) > most;
  });
}

/** Encodes limits for the row of a key: only those that are set. */
export function limitsSet(limits: SomeLimits): Readonly<Partial<Record<LimitName, number>>> {
  return Object.fromEntries(setNames(limits).map((name) => [name, limits[name]]));
}

/** The limits in the row of a key. */
export const KeyRowLimits = Limits.partial()
  .default({})
  .transform((some): Limits => limitsOf(some));

/** The names of limits beside other fields: in the row of an owner and in the authorizer's context. */
export const limitAttributes = {
  sandboxes: 'sandbox_limit',
  requests_per_minute: 'requests_per_minute',
  monthly_budget_usd: 'monthly_budget_usd',
  monthly_sandbox_hours: 'monthly_sandbox_hours',
} as const satisfies Record<LimitName, string>;

/** The limits in the row of an owner. */
export const OwnerRowLimits = z.object({
  sandbox_limit: z.int().nullish(),
  requests_per_minute: z.int().min(1).nullish(),
  monthly_budget_usd: z.number().nullish(),
  monthly_sandbox_hours: z.number().nullish(),
} satisfies Record<(typeof limitAttributes)[LimitName], z.ZodType>);

/** Decodes the limits in the row of an owner. */
export function limitsOfOwnerRow(row: z.output<typeof OwnerRowLimits>): Limits {
  return mapLimits((name) => row[limitAttributes[name]] ?? null);
}

/** Encodes limits for the row of an owner: only those that are set. */
export function ownerRowLimits(limits: SomeLimits): Readonly<Record<string, number>> {
  return Object.fromEntries(setNames(limits).map((name) => [limitAttributes[name], Number(limits[name])]));
}

/** Encodes limits for the authorizer's context, which holds texts: the empty one stands for null. */
export function limitsContext(limits: Limits): Readonly<Record<string, string>> {
  return Object.fromEntries(limitNames.map((name) => [limitAttributes[name], String(limits[name] ?? '')]));
}

/** Decodes the limits in the authorizer's context. */
export function limitsOfContext(context: Readonly<Record<string, unknown>>): Limits {
  return mapLimits((name) => numberOf(context[limitAttributes[name]]));
}

function numberOf(value: unknown): number | null {
  return typeof value === 'string' && value !== '' && Number.isFinite(Number(value)) ? Number(value) : null;
}

function setNames(limits: SomeLimits): readonly LimitName[] {
  return limitNames.filter((name) => limits[name] !== null && limits[name] !== undefined);
}

function mapLimits(read: (name: LimitName) => number | null): Limits {
  return {
    sandboxes: read('sandboxes'),
    requests_per_minute: read('requests_per_minute'),
    monthly_budget_usd: read('monthly_budget_usd'),
    monthly_sandbox_hours: read('monthly_sandbox_hours'),
  };
}
