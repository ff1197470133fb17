import { timestamp } from '../clock.ts';
import { absent, any, type Change, type Condition, is } from './expressions.ts';

/** Takes or renews the lease of a row. Fails while another holder has it. */
export function leaseTaken(holder: string, until: string, now: Date): Change & { readonly when: Condition } {
  return {
    set: { lease_holder: holder, lease_until: until },
    when: any(absent('lease_until'), is('lease_until', '<=', timestamp(now)), heldBy(holder)),
  };
}

/** The condition for writes by the holder of a row's lease. */
export function heldBy(holder: string): Condition {
  return is('lease_holder', '=', holder);
}
