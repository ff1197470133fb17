import { EC2Client } from '@aws-sdk/client-ec2';
import { ECSClient } from '@aws-sdk/client-ecs';
import { once, repeatable } from '../aws/call-limits.ts';
import { documents } from '../aws/documents.ts';
import { LambdaWorkers } from '../aws/lambda-workers.ts';
import { SecretsManagerMasterKeys } from '../aws/master-keys.ts';
import { systemClock } from '../clock.ts';
import { requireEnv, requireEnvInteger, requireEnvList } from '../env.ts';
import { embeddedMetric } from '../metrics.ts';
import { SandboxSpecs } from '../sandbox-specs/sandbox-specs.ts';
import { DynamoLaunchPace } from '../sandboxes/dynamo-launch-pace.ts';
import { DynamoSandboxReader } from '../sandboxes/dynamo-sandbox-reader.ts';
import { DynamoSandboxStore } from '../sandboxes/dynamo-sandbox-store.ts';
import { Ec2Disks } from '../sandboxes/ec2-disks.ts';
import { EcsTasks } from '../sandboxes/ecs-tasks.ts';
import { HttpAgents } from '../sandboxes/http-agents.ts';
import { SandboxKeys } from '../sandboxes/keys.ts';
import { LaunchSettings } from '../sandboxes/launch-settings.ts';
import { nextStep } from '../sandboxes/next-step.ts';

/** What functions that deal with sandboxes are wired from, by the variables that the deployment gives them. Bundles keep only what their function calls. */

export const sandboxReader = () => new DynamoSandboxReader(documents(), requireEnv('SANDBOXES_TABLE'));

/** Functions that never change whether a sandbox counts have no table of owners: such a write by mistake fails. */
export const sandboxWriter = () =>
  new DynamoSandboxStore(documents(), { sandboxes: requireEnv('SANDBOXES_TABLE'), owners: '' });

/** For whoever ends intervals in the ledger of usage and never changes whether a sandbox counts. */
export const sandboxClock = () =>
  new DynamoSandboxStore(documents(), {
    sandboxes: requireEnv('SANDBOXES_TABLE'),
    owners: '',
    usage: requireEnv('USAGE_TABLE'),
  });

export const sandboxStore = () =>
  new DynamoSandboxStore(documents(), { sandboxes: requireEnv('SANDBOXES_TABLE'), owners: requireEnv('OWNERS_TABLE') });

export const sandboxKeys = () => new SandboxKeys(new SecretsManagerMasterKeys(requireEnv('MASTER_SECRET_ARN')));

export const ecsTasks = () => new EcsTasks(new ECSClient(repeatable), requireEnv('ECS_CLUSTER'));

/** What bringing a sandbox to where it should be needs. */
export const reconcileDeps = () => {
  const keys = sandboxKeys();
  const metric = embeddedMetric(requireEnv('DEPLOYMENT'));
  return {
    nextStep,
    sandboxes: new DynamoSandboxStore(documents(), {
      sandboxes: requireEnv('SANDBOXES_TABLE'),
      owners: requireEnv('OWNERS_TABLE'),
      usage: requireEnv('USAGE_TABLE'),
    }),
    tasks: ecsTasks(),
    disks: ec2Disks(),
    pace: new DynamoLaunchPace(documents(), requireEnv('LAUNCH_PACE_TABLE'), requireEnvInteger('LAUNCHES_PER_SECOND')),
    agents: new HttpAgents(keys),
    keys,
    settings: launchSettings(),
    boot: startWorker(requireEnv('BOOT_SANDBOX_FUNCTION')),
    prepareStop: startWorker(requireEnv('STOP_SANDBOX_FUNCTION')),
    metric,
    alarm: (name: 'AccessErrors' | 'LaunchesRefused') => metric(name, 1, 'Count'),
    now: systemClock,
    random: Math.random,
  };
};

const ec2Disks = () =>
  new Ec2Disks({ repeatable: new EC2Client(repeatable), once: new EC2Client(once) }, requireEnv('DEPLOYMENT'));

const launchSettings = () =>
  new LaunchSettings(SandboxSpecs.load(), {
    familyPrefix: requireEnv('TASK_FAMILY_PREFIX'),
    subnets: requireEnvList('TASK_SUBNETS'),
    securityGroups: requireEnvList('TASK_SECURITY_GROUPS'),
    volumeRoleArn: requireEnv('VOLUME_ROLE_ARN'),
    deployment: requireEnv('DEPLOYMENT'),
  });

/** The worker of one generation; starting it returns at once. */
const startWorker = (functionName: string) => {
  const workers = new LambdaWorkers();
  return (ownerId: string, sandboxId: string, generation: number) =>
    workers.start(functionName, { owner_id: ownerId, sandbox_id: sandboxId, generation });
};
