import type { DiskOwner } from '../../../../shared/domain/sandboxes/record/disks.ts';
import { markOf, startedBy } from '../../../../shared/domain/sandboxes/record/identity.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { disturbances } from './actions.ts';
import type { SandboxWorld } from './sandbox-world.ts';

/** Faults of the task of a sandbox, or of its agent. */
export const taskFaults = [
  'spot',
  'host-failure',
  'out-of-memory',
  'bad-image',
  'stopping-notice',
  'restart-agent',
  'silence-agent',
  'idle-agent',
  'busy-agent',
] as const;

export type TaskFault = (typeof taskFaults)[number];

const ends = {
  spot: undefined,
  'host-failure': { stopCode: 'InfrastructureHealth', stoppedReason: 'The host failed', exitCode: null },
  'out-of-memory': {
    stopCode: 'EssentialContainerExited',
    stoppedReason: 'OutOfMemoryError: Container killed due to memory usage',
    exitCode: 137,
  },
  'bad-image': {
    stopCode: 'TaskFailedToStart',
    stoppedReason: 'CannotPullContainerError: manifest for agent:1 not found',
    exitCode: null,
  },
} as const;

export function injectTaskFault({ ecs, agents }: SandboxWorld, what: TaskFault, index: number): void {
  const live = ecs.live();
  const arn = live[index % Math.max(1, live.length)]?.task.arn;
  if (arn === undefined) return;
  switch (what) {
    case 'stopping-notice':
      void ecs.stop(arn);
      return;
    case 'restart-agent':
      agents.restart(arn);
      return;
    case 'silence-agent':
      agents.silent.add(arn);
      return;
    case 'idle-agent':
    case 'busy-agent':
      agents.idle(arn, 3600, what === 'busy-agent');
      return;
    default:
      ecs.kill(arn, ends[what]);
  }
}

/** The previous generation, or an earlier sandbox with the same id. */
function stranger(row: Sandbox): DiskOwner {
  if (row.generation === 1) return { startedBy: startedBy(row), mark: 'ffff' };
  return { startedBy: startedBy({ ...row, generation: row.generation - 1 }), mark: markOf(row) };
}

const unknownSandbox = 'ann/0193ffffffffffffffffffffffffffff/1';

/** Unexpected state that no event reports. */
export function disturb(world: SandboxWorld, what: (typeof disturbances)[number], which: number): void {
  const { ecs, disks, sandboxes } = world;
  const rows = world.rows();
  const row = rows[which % Math.max(1, rows.length)];
  // A task of an unknown sandbox, or of an old generation.
  const owner = row && which % 2 === 0 ? stranger(row) : { startedBy: unknownSandbox, mark: 'ffff' };
  switch (what) {
    case 'orphan-task':
      ecs.plant(unknownSandbox);
      return;
    case 'orphan-volume':
      disks.plantVolume(owner);
      return;
    case 'orphan-snapshot':
      disks.plantSnapshot(owner);
      return;
    case 'wrong-count':
      if (row) sandboxes.disturbCount(row.owner_id, which - 2);
      return;
    case 'vanish-snapshot':
      if (row?.snapshot_id) {
        world.vanished.add(row.snapshot_id);
        disks.vanish(row.snapshot_id);
      }
      return;
    case 'slow-snapshots':
      disks.snapshotSeconds = 60 * which;
  }
}

/** Ends all faults. The caller decides whether events arrive. */
export async function endFaults({ processes, ecs, disks, agents, edge }: SandboxWorld): Promise<void> {
  await processes.finish();
  if (edge) edge.unreliable.isCalm = true;
  processes.interleaved = false;
  processes.neverCrash();
  ecs.clearFaults();
  disks.clearFaults();
  disks.snapshotSeconds = 10;
  agents.silent.clear();
}
