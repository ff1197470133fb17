import type { Prices } from './prices.ts';
import type { UsageRow } from './usage-row.ts';

/** Usage in milliseconds times the units of a machine's price (1024 per vCPU or GB), so that no sum is rounded. */
export interface Amounts {
  /** For how long tasks ran, in milliseconds. */
  readonly runningMs: bigint;
  readonly cpuUnitMs: bigint;
  readonly memoryMegabyteMs: bigint;
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

/** The usage in so many milliseconds of an interval. */
export function amountsOf(row: UsageRow, milliseconds: number, prices: Prices): Amounts {
  const ms = BigInt(milliseconds);
  const gigabyteMs = BigInt(row.gigabytes) * ms;
  if (row.kind === 'paused') {
    const cost = gigabyteMs * BigInt(prices.pausedGigabyteMonth) * UNITS;
    return { ...nothingUsed, pausedGigabyteMs: gigabyteMs, cost };
  }
  const cpuUnitMs = BigInt(row.cpu_units) * ms;
  const memoryMegabyteMs = BigInt(row.memory_megabytes) * ms;
  const { vcpuHour, memoryGigabyteHour, runningGigabyteMonth } = prices;
  const perHour =
    cpuUnitMs * BigInt(vcpuHour[row.architecture]) + memoryMegabyteMs * BigInt(memoryGigabyteHour[row.architecture]);
  const cost = perHour * HOURS_OF_MONTH + gigabyteMs * BigInt(runningGigabyteMonth) * UNITS;
  return { ...nothingUsed, runningMs: ms, cpuUnitMs, memoryMegabyteMs, runningGigabyteMs: gigabyteMs, cost };
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
  const shares = BigInt(count);
  const rest = mapped((name) => whole[name] / shares + (whole[name] % shares));
  const share = mapped((name) => whole[name] / shares);
  return Array.from({ length: count }, (_, index) => (index === 0 ? rest : share));
}

/** The cost in whole millionths of a US dollar, rounded to the nearest. */
export function microUsdOf({ cost }: Pick<Amounts, 'cost'>): number {
  return Number((cost + MICRO / 2n) / MICRO);
}

/** A millionth of a US dollar, as costs are counted. */
export const MICRO = COST_SCALE * 1000n;

function mapped(value: (name: keyof Amounts) => bigint): Amounts {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as unknown as Amounts;
}
