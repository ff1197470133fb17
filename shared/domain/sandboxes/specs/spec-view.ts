import type { Capacity } from '../../../contract/shapes/enums.ts';
import { amountsOf, microUsdOf, usdText } from '../../billing/usage/amounts.ts';
import { type PriceTable, tableAt } from '../../billing/usage/prices.ts';
import type { SandboxSpec } from './sandbox-specs.ts';

const HOUR_MS = 3_600_000;

/** A spec as callers read it, with the size and the current price of its sandboxes. */
export function specView(spec: SandboxSpec, tables: readonly PriceTable[], now: Date) {
  const { id, command, working_dir, initial_env, created_at, size, workspace_gigabytes, unavailable } = spec;
  const { prices } = tableAt(tables, now.toISOString());
  const hourOf = (capacity: Capacity) =>
    amountsOf(
      { kind: 'running', gigabytes: workspace_gigabytes, ...size, capacity },
      { lasted: HOUR_MS, charged: HOUR_MS },
      prices,
    );
  return {
    id,
    command,
    working_dir,
    initial_env,
    created_at,
    vcpu: size.cpu_units / 1024,
    memory_gb: size.memory_megabytes / 1024,
    workspace_gb: workspace_gigabytes,
    architecture: size.architecture,
    capacity: spec.capacity,
    cost_per_hour_usd: usdText(microUsdOf(hourOf('on_demand'))),
    spot_cost_per_hour_usd: usdText(microUsdOf(hourOf('spot'))),
    unavailable_reason: unavailable?.reason ?? null,
    install_command: unavailable?.install ?? null,
  };
}
