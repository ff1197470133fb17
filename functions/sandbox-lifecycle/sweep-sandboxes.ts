import { ECSClient } from '@aws-sdk/client-ecs';
import { LambdaWorkers } from '../../shared/aws/lambda-workers.ts';
import { systemClock } from '../../shared/clock.ts';
import { requireEnv, requireEnvList } from '../../shared/env.ts';
import { SandboxSpecs } from '../../shared/sandbox-specs/sandbox-specs.ts';
import { EcsTasks } from '../../shared/sandboxes/ecs-tasks.ts';
import { HttpAgents } from '../../shared/sandboxes/http-agents.ts';
import { LaunchSettings } from '../../shared/sandboxes/launch-settings.ts';
import { type SweepDeps, sweep } from '../../shared/sandboxes/sweep.ts';
import { sandboxKeys, sandboxStore, startTaskStore } from '../../shared/wiring.ts';

let deps: SweepDeps | undefined;

/** Every minute: what events told may have been lost, so both sides are read and compared. */
export async function handler(): Promise<void> {
  deps ??= wire();
  await sweep(deps);
}

function wire(): SweepDeps {
  const keys = sandboxKeys();
  const workers = new LambdaWorkers();
  const bootFunction = requireEnv('BOOT_SANDBOX_FUNCTION');
  const startFunction = requireEnv('RUN_START_TASK_FUNCTION');
  return {
    sandboxes: sandboxStore(),
    startTasks: startTaskStore(),
    tasks: new EcsTasks(new ECSClient({}), requireEnv('ECS_CLUSTER')),
    agents: new HttpAgents(keys),
    keys,
    settings: new LaunchSettings(SandboxSpecs.load(), {
      familyPrefix: requireEnv('TASK_FAMILY_PREFIX'),
      subnets: requireEnvList('TASK_SUBNETS'),
      securityGroups: requireEnvList('TASK_SECURITY_GROUPS'),
    }),
    boot: (ownerId, sandboxId, generation) =>
      workers.start(bootFunction, { owner_id: ownerId, sandbox_id: sandboxId, generation }),
    runStartTask: (ownerId, startTaskId) =>
      workers.start(startFunction, { owner_id: ownerId, start_task_id: startTaskId }),
    now: systemClock,
  };
}
