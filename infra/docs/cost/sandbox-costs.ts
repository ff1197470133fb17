import { amountsOf, microUsdOf } from '../../../shared/domain/billing/usage/amounts.ts';
import { pricesOf, tableAt } from '../../../shared/domain/billing/usage/prices.ts';
import type { SandboxSpec } from '../../specs/schema.ts';

/** What sandboxes cost, by the price list and the arithmetic of the ledger of usage. */

const { tables } = pricesOf('us-east-1');
const MINUTE = 60_000;
const MONTH = 30 * 24 * 60 * MINUTE;

/** US dollars for a sandbox of this spec that runs for some minutes, with its address and disk. */
export function runningUsd(spec: SandboxSpec, minutes: number): number {
  return usdOf('running', spec, spec.workspaceGigabytes, minutes * MINUTE);
}

/** US dollars for a paused workspace of so many GB, for 30 days. */
export function pausedMonthUsd(spec: SandboxSpec, gigabytes: number): number {
  return usdOf('paused', spec, gigabytes, MONTH);
}

function usdOf(kind: 'running' | 'paused', spec: SandboxSpec, gigabytes: number, milliseconds: number): number {
  const row = {
    kind,
    gigabytes,
    cpu_units: spec.cpu,
    memory_megabytes: spec.memoryMegabytes,
    architecture: spec.architecture,
  };
  const { prices } = tableAt(tables, new Date().toISOString());
  const { cost } = amountsOf(row, { lasted: milliseconds, charged: milliseconds }, prices);
  return microUsdOf({ cost }) / 1_000_000;
}
