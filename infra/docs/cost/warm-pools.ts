import { hoursADay } from '../../settings/warm-pool.ts';
import type { SandboxSpec } from '../../specs/schema.ts';
import { runningUsd } from './sandbox-costs.ts';

const DAYS_OF_MONTH = 30;

/** US dollars for the warm pool of a spec: for an hour in which it is kept, and for a month of its hours. */
export function warmPoolUsd(spec: SandboxSpec): { readonly hour: number; readonly month: number } {
  const hour = spec.warmPool.size * runningUsd(spec, 60);
  return { hour, month: hour * hoursADay(spec.warmPool) * DAYS_OF_MONTH };
}
