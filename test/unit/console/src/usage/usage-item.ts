import type { UsageGroup } from '../../../../../console/src/api/shapes.ts';

/** What a spec, key, sandbox or conversation cost on a day. */
export function usageItem(day: string, split: string | null, costMicroUsd: number): UsageGroup {
  return {
    group: day,
    split,
    compute_seconds: 0,
    vcpu_seconds: 0,
    memory_gb_seconds: 0,
    public_ipv4_seconds: 0,
    workspace_running_gb_seconds: 0,
    workspace_paused_gb_seconds: 0,
    api_calls: 0,
    legacy_api_calls: 0,
    cost_micro_usd: costMicroUsd,
    cost_usd: (costMicroUsd / 1e6).toFixed(6),
  };
}
