import type { Prices } from './price-table.ts';
import { rounded } from './rounding.ts';
import type { UsageRow } from './usage-row.ts';

/** Usage in milliseconds times the units of a machine's price (1024 per vCPU or GB), so that no sum is rounded. */
export interface Amounts {
  /** For how long tasks ran, in milliseconds. What AWS charges for them is below: at least a minute of each. */
  readonly runningMs: bigint;
  readonly cpuUnitMs: bigint;
  readonly memoryMegabyteMs: bigint;
  readonly publicIpv4Ms: bigint;
  readonly runningGigabyteMs: bigint;
  readonly pausedGigabyteMs: bigint;
  readonly apiCalls: bigint;
  readonly legacyApiCalls: bigint;
  /** In billionths of a US dollar, times `COST_SCALE`. */
  readonly cost: bigint;
}

export const nothingUsed: Amounts = {
  runningMs: 0n,
  cpuUnitMs: 0n,
  memoryMegabyteMs: 0n,
  publicIpv4Ms: 0n,
  runningGigabyteMs: 0n,
  pausedGigabyteMs: 0n,
  apiCalls: 0n,
  legacyApiCalls: 0n,
  cost: 0n,
};

const names = Object.keys(nothingUsed) as (keyof Amounts)[];

const MONTH_MS = 30n * 24n * 3_600_000n;
const HOURS_OF_MONTH = 30n * 24n;
const UNITS = 1024n;

/** Prices are per hour or month of a whole unit, amounts per millisecond of a 1024th: the common factor. */
const COST_SCALE = MONTH_MS * UNITS;

/** A part of an interval, in milliseconds: how long it lasted, and for how long AWS charges for it. */
export interface Duration {
  readonly lasted: number;
  readonly charged: number;
}

/** What the price of an interval depends on, beside its time. */
type Measured = Pick<UsageRow, 'kind' | 'gigabytes' | 'cpu_units' | 'memory_megabytes' | 'architecture'>;

/** The usage in a part of an interval. */
export function amountsOf(row: Measured, { lasted, charged }: Duration, prices: Prices): Amounts {
  const ms = BigInt(charged);
  const gigabyteMs = BigInt(row.gigabytes) * ms;
  if (row.kind === 'paused') {
    const cost = gigabyteMs * BigInt(prices.pausedGigabyteMonth) * UNITS;
    return { ...nothingUsed, pausedGigabyteMs: gigabyteMs, cost };
  }
  const cpuUnitMs = BigInt(row.cpu_units) * ms;
  const memoryMegabyteMs = BigInt(row.memory_megabytes) * ms;
  const { vcpuHour, memoryGigabyteHour, publicIpv4Hour, runningGigabyteMonth } = prices;
  const perHour =
    cpuUnitMs * BigInt(vcpuHour[row.architecture]) +
    memoryMegabyteMs * BigInt(memoryGigabyteHour[row.architecture]) +
    ms * BigInt(publicIpv4Hour) * UNITS;
  return {
    ...nothingUsed,
    runningMs: BigInt(lasted),
    cpuUnitMs,
    memoryMegabyteMs,
    publicIpv4Ms: ms,
    runningGigabyteMs: gigabyteMs,
    cost: perHour * HOURS_OF_MONTH + gigabyteMs * BigInt(runningGigabyteMonth) * UNITS,
  };
}

export function amountsOfCalls(calls: number, legacyCalls: number, { apiCall }: Prices): Amounts {
  const cost = BigInt(calls) * BigInt(apiCall) * COST_SCALE;
  return { ...nothingUsed, apiCalls: BigInt(calls), legacyApiCalls: BigInt(legacyCalls), cost };
}

export function sumOf(one: Amounts, other: Amounts): Amounts {
  return mapped((name) => one[name] + other[name]);
}

/** Equal shares: the first one includes the remainder, so that they add up to the whole. */
export function sharesOf(whole: Amounts, count: number): Amounts[] {
  if (count === 1) return [whole];
  const shares = BigInt(count);
  const rest = mapped((name) => whole[name] / shares + (whole[name] % shares));
  const share = mapped((name) => whole[name] / shares);
  return Array.from({ length: count }, (_, index) => (index === 0 ? rest : share));
}

/** The cost in whole millionths of a US dollar, rounded to the nearest. */
export function microUsdOf({ cost }: Pick<Amounts, 'cost'>): number {
  return Number(rounded(cost, MICRO));
}

/** A millionth of a US dollar, as costs are counted. */
export const MICRO = COST_SCALE * 1000n;

function mapped(value: (name: keyof Amounts) => bigint): Amounts {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as unknown as Amounts;
}
