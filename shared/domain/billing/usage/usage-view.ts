import type { Amounts } from './amounts.ts';
import { rounded, roundedTogether } from './rounding.ts';
import { usdText } from './units.ts';

/** What is counted by the vCPU or GB is kept in 1024ths of them. */
const UNITS = 1024n;

/** Usage as callers read it: seconds with three decimals at most, dollars with six. */
export function amountsView(amounts: Amounts, microUsd: number) {
  return {
    compute_seconds: seconds(amounts.runningMs),
    vcpu_seconds: seconds(amounts.cpuUnitMs, UNITS),
    memory_gb_seconds: seconds(amounts.memoryMegabyteMs, UNITS),
    public_ipv4_seconds: seconds(amounts.publicIpv4Ms),
    workspace_running_gb_seconds: seconds(amounts.runningGigabyteMs),
    workspace_paused_gb_seconds: seconds(amounts.pausedGigabyteMs),
    api_calls: Number(amounts.apiCalls),
    legacy_api_calls: Number(amounts.legacyApiCalls),
    cost_micro_usd: microUsd,
    cost_usd: usdText(microUsd),
  };
}

/** The same amounts, rounded so that the seconds that are shown of them add up to those that are shown of their sum. */
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
