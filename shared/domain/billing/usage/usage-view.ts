import type { Amounts } from './amounts.ts';
import { usdText } from './units.ts';

/** Usage as callers read it: seconds with three decimals at most, dollars with six. */
export function amountsView(amounts: Amounts, microUsd: number) {
  return {
    compute_seconds: seconds(amounts.runningMs),
    vcpu_seconds: seconds(amounts.cpuUnitMs, 1024n),
    memory_gb_seconds: seconds(amounts.memoryMegabyteMs, 1024n),
    public_ipv4_seconds: seconds(amounts.publicIpv4Ms),
    workspace_running_gb_seconds: seconds(amounts.runningGigabyteMs),
    workspace_paused_gb_seconds: seconds(amounts.pausedGigabyteMs),
    api_calls: Number(amounts.apiCalls),
    legacy_api_calls: Number(amounts.legacyApiCalls),
    cost_micro_usd: microUsd,
    cost_usd: usdText(microUsd),
  };
}

function seconds(milliseconds: bigint, units = 1n): number {
  return Number((milliseconds + units / 2n) / units) / 1000;
}
