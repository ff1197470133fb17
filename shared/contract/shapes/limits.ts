import * as z from 'zod';

const Count = z.int().min(0).max(1_000_000);
const Amount = z.number().min(0).max(1_000_000_000);

/** Limits in requests; null removes one. Refuses unknown names, as a misspelled limit would have no effect. */
export const LimitsRequest = z
  .strictObject({
    sandboxes: Count.nullish().meta({
      description: 'The maximum number of sandboxes that are starting, running or resuming at the same time.',
    }),
    vcpus: Amount.nullish().meta({ description: 'The maximum number of vCPUs that these sandboxes have together.' }),
    requests_per_minute: Count.min(1).nullish(),
    monthly_budget_usd: Amount.nullish().meta({ description: 'In US dollars, per calendar month (UTC).' }),
    monthly_sandbox_hours: Amount.nullish().meta({
      description: 'Hours of running sandboxes per calendar month (UTC).',
    }),
  })
  .meta({ id: 'LimitsRequest' });
export type LimitsRequest = Readonly<z.output<typeof LimitsRequest>>;

/** The limits of an API key or owner. */
export const Limits = z
  .object({
    sandboxes: z.int().nullable(),
    vcpus: z.number().nullable(),
    requests_per_minute: z.int().nullable(),
    monthly_budget_usd: z.number().nullable(),
    monthly_sandbox_hours: z.number().nullable(),
  })
  .meta({ id: 'Limits', description: 'Null: only the limits of the owner or the service apply.' });
export type Limits = Readonly<z.output<typeof Limits>>;

export type LimitName = keyof Limits;

export const limitNames: readonly LimitName[] = Limits.keyof().options;

/** Limits by name. Absent ones are not set. */
export type SomeLimits = Readonly<Partial<Record<LimitName, number | null | undefined>>>;

/** Decodes a request or the row of a key, which contain only the limits that are set. */
export function limitsOf(some: SomeLimits): Limits {
  return mapLimits((name) => some[name] ?? null);
}

export const noLimits: Limits = limitsOf({});

/** The first limit that is lower than the other's, or set while the other's is not. */
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

/** Encodes limits for the row of a key. */
export function limitsSet(limits: SomeLimits): Readonly<Partial<Record<LimitName, number>>> {
  return Object.fromEntries(setNames(limits).map((name) => [name, limits[name]]));
}

export const KeyRowLimits = Limits.partial()
  .default({})
  .transform((some): Limits => limitsOf(some));

/** The names of limits in the row of an owner and in the authorizer's context. */
export const limitAttributes = {
  sandboxes: 'sandbox_limit',
  vcpus: 'vcpu_limit',
  requests_per_minute: 'requests_per_minute',
  monthly_budget_usd: 'monthly_budget_usd',
  monthly_sandbox_hours: 'monthly_sandbox_hours',
} as const satisfies Record<LimitName, string>;

export const OwnerRowLimits = z.object({
  sandbox_limit: z.int().nullish(),
  vcpu_limit: z.number().nullish(),
  requests_per_minute: z.int().min(1).nullish(),
  monthly_budget_usd: z.number().nullish(),
  monthly_sandbox_hours: z.number().nullish(),
} satisfies Record<(typeof limitAttributes)[LimitName], z.ZodType>);

/** Decodes the limits in the row of an owner. */
export function limitsOfOwnerRow(row: z.output<typeof OwnerRowLimits>): Limits {
  return mapLimits((name) => row[limitAttributes[name]] ?? null);
}

/** Encodes limits for the row of an owner. */
export function ownerRowLimits(limits: SomeLimits): Readonly<Record<string, number>> {
  return Object.fromEntries(setNames(limits).map((name) => [limitAttributes[name], Number(limits[name])]));
}

/** Encodes limits for the authorizer's context, which contains only texts. An empty text means null. */
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
    vcpus: read('vcpus'),
    requests_per_minute: read('requests_per_minute'),
    monthly_budget_usd: read('monthly_budget_usd'),
    monthly_sandbox_hours: read('monthly_sandbox_hours'),
  };
}
