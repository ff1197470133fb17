import type { Capacity } from '../../../contract/shapes/enums.ts';
import { amountsOf, microUsdOf, usdText } from '../../billing/usage/amounts.ts';
import { type PriceTable, tableAt } from '../../billing/usage/prices.ts';
import type { Size } from '../../billing/usage/task-size.ts';
import type { SandboxSpec } from './sandbox-specs.ts';

const HOUR_MS = 3_600_000;

/** What only the specs of owners have. */
const notOwned = { created_by_user_id: null, version: null, offered_version: null, check: null } as const;

/** A spec as callers read it, with its sizes and their current prices. */
export function specView(spec: SandboxSpec, tables: readonly PriceTable[], now: Date) {
  const { id, command, working_dir, initial_env, created_at, size, workspace_gigabytes, unavailable } = spec;
  const { prices } = tableAt(tables, now.toISOString());
  const hourOf = (capacity: Capacity, { cpu_units, memory_megabytes }: Size, gigabytes: number) =>
    amountsOf(
      { kind: 'running', gigabytes, architecture: size.architecture, cpu_units, memory_megabytes, capacity },
      { lasted: HOUR_MS, charged: HOUR_MS },
      prices,
    );
  const priced = (offered: Size) => ({
    vcpu: offered.cpu_units / 1024,
    memory_gb: offered.memory_megabytes / 1024,
    cost_per_hour_usd: usdText(microUsdOf(hourOf('on_demand', offered, workspace_gigabytes))),
    spot_cost_per_hour_usd: usdText(microUsdOf(hourOf('spot', offered, workspace_gigabytes))),
  });
  return {
    id,
    command,
    working_dir,
    initial_env,
    created_at,
    ...priced(size),
    workspace_gb: workspace_gigabytes,
    sizes: spec.sizes.map(priced),
    workspace_gb_range: spec.workspace_bounds,
    workspace_cost_per_gb_month_usd: usdText(prices.runningGigabyteMonth / 1000),
    architecture: size.architecture,
    capacity: spec.capacity,
    unavailable_reason: unavailable?.reason ?? null,
    install_command: unavailable?.install ?? null,
    ...notOwned,
  };
}
