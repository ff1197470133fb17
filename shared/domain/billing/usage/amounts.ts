import type { Prices } from './prices.ts';
import type { UsageRow } from './usage-row.ts';

/** The ended calls of models, in calls and tokens. */
const noTokens = {
  modelCalls: 0n,
  inputTokens: 0n,
  cacheReadTokens: 0n,
  cacheWriteTokens: 0n,
  outputTokens: 0n,
} as const;

/** Usage as milliseconds times price units (1024 per vCPU or GB), so that sums are never rounded. */
export interface Amounts extends Readonly<Record<keyof typeof noTokens, bigint>> {
  /** How long tasks ran, in milliseconds. The other amounts are what AWS charges for: at least a minute a task. */
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
  /** The part of the cost that calls of models have. */
  readonly modelCost: bigint;
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
  modelCost: 0n,
  ...noTokens,
};

const names = Object.keys(nothingUsed) as (keyof Amounts)[];

const MONTH_MS = 30n * 24n * 3_600_000n;
const HOURS_OF_MONTH = 30n * 24n;
/** Amounts per vCPU or GB are kept in 1024ths. */
const UNITS = 1024n;

/** The common factor of prices (per hour or month of a whole unit) and amounts (per millisecond of a 1024th). */
const COST_SCALE = MONTH_MS * UNITS;

/** A part of an interval, in milliseconds: how long it lasted, and how long AWS charges for. */
export interface Duration {
  readonly lasted: number;
  readonly charged: number;
}

/** The fields, besides time, that the price of an interval depends on. */
type Measured = Pick<UsageRow, 'kind' | 'gigabytes' | 'cpu_units' | 'memory_megabytes' | 'architecture' | 'capacity'>;

export function amountsOf(row: Measured, { lasted, charged }: Duration, prices: Prices): Amounts {
  const ms = BigInt(charged);
  const gigabyteMs = BigInt(row.gigabytes) * ms;
  if (row.kind === 'initialization')
    return { ...nothingUsed, cost: BigInt(row.gigabytes) * BigInt(prices.initializedGigabyte) * COST_SCALE };
  if (row.kind !== 'running') {
    const cost = gigabyteMs * BigInt(prices.pausedGigabyteMonth) * UNITS;
    return { ...nothingUsed, pausedGigabyteMs: gigabyteMs, cost };
  }
  const cpuUnitMs = BigInt(row.cpu_units) * ms;
  const memoryMegabyteMs = BigInt(row.memory_megabytes) * ms;
  const { vcpuHour, memoryGigabyteHour, publicIpv4Hour, runningGigabyteMonth } = prices;
  const perHour =
    cpuUnitMs * BigInt(vcpuHour[row.capacity][row.architecture]) +
    memoryMegabyteMs * BigInt(memoryGigabyteHour[row.capacity][row.architecture]) +
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

/** A thousandth of a billionth of a US dollar in the unit of `Amounts.cost`. */
const PICO = COST_SCALE / 1000n;

/** What the calls of a model in an hour have cost. */
export function amountsOfModels(row: ModelUsage): Amounts {
  const cost = BigInt(row.model_cost ?? 0) * PICO;
  return {
    ...nothingUsed,
    modelCalls: BigInt(row.model_calls ?? 0),
    inputTokens: BigInt(row.input_tokens ?? 0),
    cacheReadTokens: BigInt(row.cache_read_tokens ?? 0),
    cacheWriteTokens: BigInt(row.cache_write_tokens ?? 0),
    outputTokens: BigInt(row.output_tokens ?? 0),
    cost,
    modelCost: cost,
  };
}

type ModelUsage = Pick<
  UsageRow,
  'model_calls' | 'input_tokens' | 'cache_read_tokens' | 'cache_write_tokens' | 'output_tokens' | 'model_cost'
>;

export function amountsOfCalls(calls: number, legacyCalls: number, { apiCall }: Prices): Amounts {
  const cost = BigInt(calls) * BigInt(apiCall) * COST_SCALE;
  return { ...nothingUsed, apiCalls: BigInt(calls), legacyApiCalls: BigInt(legacyCalls), cost };
}

export function sumOf(one: Amounts, other: Amounts): Amounts {
  return mapped((name) => one[name] + other[name]);
}

/** Equal shares. The first one includes the remainder, so that they add up to the whole. */
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

/** A millionth of a US dollar in the unit of `Amounts.cost`. */
export const MICRO = COST_SCALE * 1000n;

function mapped(value: (name: keyof Amounts) => bigint): Amounts {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as unknown as Amounts;
}

/** In whole units, rounded to the nearest. */
function rounded(value: bigint, unit: bigint): bigint {
  return (value + unit / 2n) / unit;
}

/** Rounded values that add up to `sum`. The remainder goes to the values that rounding reduced most. */
export function roundedTogether(values: readonly bigint[], unit: bigint, sum: bigint): bigint[] {
  const whole = values.map((value) => value / unit);
  const missing = Number(sum - whole.reduce((one, other) => one + other, 0n));
  const byLoss = values
    .map((value, index) => ({ index, loss: value % unit }))
    .toSorted((a, b) => compare(b.loss, a.loss));
  const raised = new Set(byLoss.slice(0, missing).map(({ index }) => index));
  return whole.map((value, index) => value + (raised.has(index) ? 1n : 0n));
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b);
}

/** Millionths of a US dollar as dollars, with at most six decimals. */
export function usdOf(microUsd: number): number {
  return Math.round(microUsd) / 1_000_000;
}

/** The same as text with exactly six decimals. */
export function usdText(microUsd: number): string {
  return `${Math.floor(microUsd / 1_000_000)}.${String(microUsd % 1_000_000).padStart(6, '0')}`;
}

/** Seconds as hours, with at most four decimals, which is less than a second. */
export function hoursOf(seconds: number): number {
  return Math.round((seconds / 3600) * 10_000) / 10_000;
}

/** Usage as callers read it: seconds with at most three decimals, dollars with six. */
export function amountsView(amounts: Amounts, microUsd: number) {
  // Rounded on its own, it could exceed the rounded sum.
  const models = Math.min(microUsd, microUsdOf({ cost: amounts.modelCost }));
  return {
    compute_seconds: seconds(amounts.runningMs),
    vcpu_seconds: seconds(amounts.cpuUnitMs, UNITS),
    memory_gb_seconds: seconds(amounts.memoryMegabyteMs, UNITS),
    public_ipv4_seconds: seconds(amounts.publicIpv4Ms),
    workspace_running_gb_seconds: seconds(amounts.runningGigabyteMs),
    workspace_paused_gb_seconds: seconds(amounts.pausedGigabyteMs),
    api_calls: Number(amounts.apiCalls),
    legacy_api_calls: Number(amounts.legacyApiCalls),
    model_calls: Number(amounts.modelCalls),
    model_input_tokens: Number(amounts.inputTokens),
    model_cache_read_tokens: Number(amounts.cacheReadTokens),
    model_cache_write_tokens: Number(amounts.cacheWriteTokens),
    model_output_tokens: Number(amounts.outputTokens),
    compute_cost_micro_usd: microUsd - models,
    model_cost_micro_usd: models,
    cost_micro_usd: microUsd,
    cost_usd: usdText(microUsd),
  };
}

/** The same amounts, rounded so that the displayed seconds add up to the displayed seconds of their sum. */
export function shownTogether(parts: readonly Amounts[]): Amounts[] {
  const cpu = wholeUnits(parts.map(({ cpuUnitMs }) => cpuUnitMs));
  const memory = wholeUnits(parts.map(({ memoryMegabyteMs }) => memoryMegabyteMs));
  return parts.map((part, index) => {
    return { ...part, cpuUnitMs: cpu[index] ?? 0n, memoryMegabyteMs: memory[index] ?? 0n };
  });
}

function wholeUnits(values: readonly bigint[]): bigint[] {
  const sum = values.reduce((one, other) => one + other, 0n);
  return roundedTogether(values, UNITS, rounded(sum, UNITS)).map((whole) => whole * UNITS);
}

function seconds(milliseconds: bigint, units = 1n): number {
  return Number(rounded(milliseconds, units)) / 1000;
}
