import type { SandboxWorld } from './sandbox-world.ts';

/** From here on nothing crashes, fails, is slow or keeps silent; whether news arrives is for the caller to say. */
export async function endFaults({ processes, ecs, disks, agents }: SandboxWorld): Promise<void> {
  await processes.finish();
  processes.interleaved = false;
  processes.neverCrash();
  ecs.clearFaults();
  disks.clearFaults();
  disks.snapshotSeconds = 10;
  agents.silent.clear();
}
