import { setTimeout as pause } from 'node:timers/promises';
import { CloudFrontKeyValueStoreClient } from '@aws-sdk/client-cloudfront-keyvaluestore';
import { EC2Client } from '@aws-sdk/client-ec2';
import { ECSClient } from '@aws-sdk/client-ecs';
import { HttpAgents } from '../domain/sandboxes/agent/http-agents.ts';
import { SandboxKeys } from '../domain/sandboxes/agent/keys.ts';
import { DirectIngress } from '../domain/sandboxes/ingress/direct-ingress.ts';
import { EdgeIngress } from '../domain/sandboxes/ingress/edge-ingress.ts';
import type { Ingress } from '../domain/sandboxes/ingress/ingress.ts';
import { DerivedIngressKeys } from '../domain/sandboxes/ingress/ingress-keys.ts';
import type { InstallDeps } from '../domain/sandboxes/ingress/install-ingress-keys.ts';
import { KvsEdgeKeys } from '../domain/sandboxes/ingress/kvs-edge-keys.ts';
import { Ec2PublicAddresses } from '../domain/sandboxes/ingress/public-addresses.ts';
import { DynamoLaunchPace } from '../domain/sandboxes/launch/dynamo-launch-pace.ts';
import { EcsTasks } from '../domain/sandboxes/launch/ecs-tasks.ts';
import { LaunchSettings } from '../domain/sandboxes/launch/launch-task.ts';
import { nextStep } from '../domain/sandboxes/lifecycle/next-step.ts';
import { publishOutcomes } from '../domain/sandboxes/record/outcomes.ts';
import type { Task } from '../domain/sandboxes/record/task.ts';
import { SandboxSpecs } from '../domain/sandboxes/specs/sandbox-specs.ts';
import { DynamoSandboxReader } from '../domain/sandboxes/store/dynamo-sandbox-reader.ts';
import { DynamoSandboxStore } from '../domain/sandboxes/store/dynamo-sandbox-store.ts';
import { DynamoWaitPlaces } from '../domain/sandboxes/waits/dynamo-wait-places.ts';
import { DynamoWarmPool } from '../domain/sandboxes/warm/dynamo-warm-pool.ts';
import { DynamoWarmTasks } from '../domain/sandboxes/warm/dynamo-warm-tasks.ts';
import { Ec2Disks } from '../domain/sandboxes/workspace/ec2-disks.ts';
import { once, repeatable } from '../platform/aws/call-limits.ts';
import { documents } from '../platform/aws/documents.ts';
import { LambdaWorkers } from '../platform/aws/lambda-workers.ts';
import { SecretsManagerMasterKeys } from '../platform/aws/master-keys.ts';
import { systemClock } from '../platform/clock.ts';
import { optionalEnv, requireEnv, requireEnvInteger, requireEnvList, requireEnvRate } from '../platform/env.ts';
import { embeddedMetric } from '../platform/metrics.ts';

/** Wiring of sandbox functions by environment variables. Bundles keep only what their function calls. */

export const sandboxReader = () => new DynamoSandboxReader(documents(), { sandboxes: requireEnv('SANDBOXES_TABLE') });

/** Sandboxes for callers that never change whether one counts: such a write by mistake fails. */
export const sandboxWriter = () => new DynamoSandboxStore(documents(), { sandboxes: requireEnv('SANDBOXES_TABLE') });

/** The same for the worker that boots agents, whose write ends a start. */
export const bootedSandboxWriter = () =>
  new DynamoSandboxStore(
    documents(),
    { sandboxes: requireEnv('SANDBOXES_TABLE') },
    systemClock,
    publishOutcomes(deploymentMetric()),
  );

/** Usage ledger for callers that close intervals. They never change a sandbox's count. */
export const sandboxStoreWithUsage = () =>
  new DynamoSandboxStore(documents(), {
    sandboxes: requireEnv('SANDBOXES_TABLE'),
    usage: requireEnv('USAGE_TABLE'),
    usageSums: requireEnv('USAGE_SUMS_TABLE'),
  });

export const sandboxStore = () =>
  new DynamoSandboxStore(documents(), { sandboxes: requireEnv('SANDBOXES_TABLE'), owners: requireEnv('OWNERS_TABLE') });

/** The warm tasks that starts of sandboxes may claim. */
export const warmTasks = () => new DynamoWarmTasks(documents(), { sandboxes: requireEnv('SANDBOXES_TABLE') });

/** The same pool for its keepers, who add to it. */
export const warmPool = () =>
  new DynamoWarmPool(documents(), {
    sandboxes: requireEnv('SANDBOXES_TABLE'),
    launchPaces: requireEnv('LAUNCH_PACES_TABLE'),
  });

/** A function whose parts share one of these reads the secret once for all of them. */
export const masterKeys = () => new SecretsManagerMasterKeys(requireEnv('MASTER_SECRET_ARN'));

export const sandboxKeys = (master = masterKeys()) => new SandboxKeys(master);

/** By the edge, when the deployment says how it addresses sandboxes; else directly. */
export const sandboxIngress = (master = masterKeys()): Ingress => {
  const addresses = new Ec2PublicAddresses(new EC2Client(repeatable));
  const addressTemplate = optionalEnv('SANDBOX_ADDRESS');
  if (addressTemplate === undefined) return new DirectIngress(addresses);
  return new EdgeIngress({ addresses, keys: new DerivedIngressKeys(master, systemClock), addressTemplate });
};

/** @throws in a deployment whose edge has no store for keys, as its ingress is another one */
export const ingressKeysInstallation = (): InstallDeps => {
  const storeArn = optionalEnv('INGRESS_KEY_VALUE_STORE_ARN');
  if (storeArn === undefined) throw new Error('this deployment has no edge, as its setting ingress is not cloudfront');
  const edge = new KvsEdgeKeys(new CloudFrontKeyValueStoreClient(repeatable), storeArn);
  // Made for one installation, so that it remembers no older secret.
  const master = masterKeys();
  return { secret: () => master.secret(), edge, now: systemClock, pause };
};

/** Places for requests that wait. */
export const waitPlaces = () =>
  new DynamoWaitPlaces(
    documents(),
    { waits: requireEnv('WAITS_TABLE') },
    { perKey: requireEnvInteger('WAITS_PER_KEY'), overall: requireEnvInteger('WAITS') },
    systemClock,
  );

export const ecsTasks = () => new EcsTasks(new ECSClient(repeatable), requireEnv('ECS_CLUSTER'));

const deploymentMetric = () => embeddedMetric(requireEnv('DEPLOYMENT'));

/** Dependencies of the reconciler. */
export const reconcileDeps = (master = masterKeys()) => {
  const keys = sandboxKeys(master);
  const metric = deploymentMetric();
  return {
    nextStep,
    sandboxes: new DynamoSandboxStore(
      documents(),
      {
        sandboxes: requireEnv('SANDBOXES_TABLE'),
        owners: requireEnv('OWNERS_TABLE'),
        usage: requireEnv('USAGE_TABLE'),
        usageSums: requireEnv('USAGE_SUMS_TABLE'),
      },
      systemClock,
      publishOutcomes(metric),
    ),
    tasks: ecsTasks(),
    disks: ec2Disks(),
    pace: new DynamoLaunchPace(
      documents(),
      { launchPaces: requireEnv('LAUNCH_PACES_TABLE') },
      requireEnvRate('LAUNCHES_PER_SECOND'),
    ),
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
  return (ownerId: string, sandboxId: string, generation: number, task?: Task) =>
    workers.start(functionName, { owner_id: ownerId, sandbox_id: sandboxId, generation, ...(task ? { task } : {}) });
};
