import type { Capacity } from '../../../contract/shapes/enums.ts';
import type { Launch } from './launch.ts';
import { limits } from './limits.ts';
import type { Sandbox, StatusReason } from './sandbox.ts';

/** The capacity of the next task. After `limits.spotFailures`, it is on demand until a start is requested again. */
export function nextCapacity({
  capacity,
  spot_failures: failures,
}: Pick<Sandbox, 'capacity' | 'spot_failures'>): Capacity {
  return failures >= limits.spotFailures ? 'on_demand' : capacity;
}

/** Failures that a start on demand may not have: it is never interrupted, and has a quota of its own. */
const ofSpot: ReadonlySet<string> = new Set(['spot_interrupted', 'capacity_unavailable', 'vcpu_quota_reached']);

/** Whether Spot is the reason why a task was not started, or ended. */
export function isSpotFailure(launch: Pick<Launch, 'capacity'> | null, reason: StatusReason | null): boolean {
  return launch?.capacity === 'spot' && reason !== null && ofSpot.has(reason.code);
}
