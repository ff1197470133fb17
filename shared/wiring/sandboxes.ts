import { setTimeout as pause } from 'node:timers/promises';
import { CloudFrontKeyValueStoreClient } from '@aws-sdk/client-cloudfront-keyvaluestore';
import { EC2Client } from '@aws-sdk/client-ec2';
import { ECSClient } from '@aws-sdk/client-ecs';
import { wasDiskFull } from '../domain/logs/disk-full.ts';
import { DynamoSweepProgress } from '../domain/maintenance/dynamo-sweep-progress.ts';
import type { EntriesAtEdge } from '../domain/maintenance/sweep-entries.ts';
import { HttpAgents } from '../domain/sandboxes/agent/http-agents.ts';
import { SandboxKeys } from '../domain/sandboxes/agent/keys.ts';
import { ClaimedEntries } from '../domain/sandboxes/edge/claimed-entries.ts';
import { DynamoEdgeRows, DynamoEdgeWork, DynamoLiveRows } from '../domain/sandboxes/edge/dynamo-edge-rows.ts';
import { type EdgeEntries, noEdgeEntries } from '../domain/sandboxes/edge/edge-entries.ts';
import { DynamoEdgeStates } from '../domain/sandboxes/edge/edge-state.ts';
import { KvsEdgeStore } from '../domain/sandboxes/edge/kvs-edge-store.ts';
import { AcceptedNames } from '../domain/sandboxes/ingress/accepted-names.ts';
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
import { DynamoOwnSpecs } from '../domain/sandboxes/own-specs/dynamo-own-specs.ts';
import type { OpenPortDeps, PortDeps } from '../domain/sandboxes/ports/change-ports.ts';
import { EdgePortAddresses, noPortAddresses, type PortAddresses } from '../domain/sandboxes/ports/port-addresses.ts';
import { publishOutcomes } from '../domain/sandboxes/record/outcomes.ts';
import type { Sandbox } from '../domain/sandboxes/record/sandbox.ts';
import type { Task } from '../domain/sandboxes/record/task.ts';
import { SandboxSpecs } from '../domain/sandboxes/specs/sandbox-specs.ts';
import { DynamoSandboxReader } from '../domain/sandboxes/store/dynamo-sandbox-reader.ts';
import {
  DynamoMeteredSandboxes,
  DynamoMeteredWriter,
  DynamoSandboxStore,
  DynamoSandboxWriter,
} from '../domain/sandboxes/store/dynamo-sandbox-store.ts';
import { DynamoSnapshotReader } from '../domain/sandboxes/store/dynamo-snapshot-reader.ts';
import { DynamoSandboxUses } from '../domain/sandboxes/store/sandbox-uses.ts';
import { DynamoWaitPlaces } from '../domain/sandboxes/waits/dynamo-wait-places.ts';
import { DynamoWorkRows } from '../domain/sandboxes/waits/dynamo-work-rows.ts';
import { SandboxWork } from '../domain/sandboxes/waits/sandbox-work.ts';
import { type WorkKind, workersPerOwner } from '../domain/sandboxes/waits/worker-places.ts';
import { DynamoAddresses } from '../domain/sandboxes/waking/addressed.ts';
import { LabelUrls } from '../domain/sandboxes/waking/label-urls.ts';
import { DynamoWarmPool, DynamoWarmTasks } from '../domain/sandboxes/warm/dynamo-warm-pool.ts';
import { Ec2Disks } from '../domain/sandboxes/workspace/ec2-disks.ts';
import { once, repeatable } from '../platform/aws/call-limits.ts';
import { documents } from '../platform/aws/documents.ts';
import { LambdaWorkers } from '../platform/aws/lambda-workers.ts';
import { SecretsManagerMasterKeys } from '../platform/aws/master-keys.ts';
import { systemClock } from '../platform/clock.ts';
import { optionalEnv, requireEnv, requireEnvInteger, requireEnvList, requireEnvRate } from '../platform/env.ts';
import { embeddedMetric } from '../platform/metrics.ts';
import type { Table, Tables, WorkerName } from '../rights/statement.ts';
import { markedLines } from './logs.ts';

interface Master {
  readonly masterSecret: string;
}

export const sandboxReader = (granted: Tables<'sandboxes'>) => new DynamoSandboxReader(documents(), granted);

/** For callers that never change whether a sandbox counts, nor end usage intervals. */
export const sandboxWriter = (granted: Tables<'sandboxes'>) => new DynamoSandboxWriter(documents(), granted);

/** The same for the worker that boots agents, which publishes the outcomes of starts. */
export const bootedSandboxWriter = (granted: Tables<'sandboxes'>) =>
  new DynamoSandboxWriter(documents(), granted, systemClock, publishOutcomes(deploymentMetric()));

/** For callers that end usage intervals, but never change whether a sandbox counts. */
export const meteredWriter = (granted: Tables<'sandboxes' | 'usage' | 'usageSums'>) =>
  new DynamoMeteredWriter(documents(), granted);

export const sandboxStore = (granted: Tables<'sandboxes' | 'owners'>) => new DynamoSandboxStore(documents(), granted);

/** Records uses of sandboxes by users' messages. */
export const sandboxUses = (granted: Tables<'sandboxes'>) => new DynamoSandboxUses(documents(), granted);

/** The specs of owners. */
export const ownSpecs = (granted: Tables<'sandboxSpecs'>) => new DynamoOwnSpecs(documents(), granted);

/** The warm tasks that starts can claim. */
export const warmTasks = (granted: Tables<'sandboxes'>) => new DynamoWarmTasks(documents(), granted);

/** The same pool for its keepers, which add to it. */
export const warmPool = (granted: Tables<'sandboxes' | 'launchPaces'>) => new DynamoWarmPool(documents(), granted);

/** Parts of a function that share this object read the secret once. */
export const masterKeys = ({ masterSecret }: Master) => new SecretsManagerMasterKeys(masterSecret);

export const sandboxKeys = (granted: Master) => new SandboxKeys(masterKeys(granted));

/** Through the edge if the deployment has a template for addresses, or else direct. */
export const sandboxIngress = (master: SecretsManagerMasterKeys): Ingress => {
  const addresses = new Ec2PublicAddresses(new EC2Client(repeatable));
  const addressTemplate = optionalEnv('SANDBOX_ADDRESS');
  if (addressTemplate === undefined) return new DirectIngress(addresses);
  const lasting = optionalEnv('LASTING_ADDRESSES') !== undefined;
  return new EdgeIngress({ addresses, keys: new DerivedIngressKeys(master, systemClock), addressTemplate, lasting });
};

type Sweeping = {
  readonly edgeEntries: Table<'edgeEntries', 'GetItem' | 'PutItem' | 'UpdateItem' | 'live_index'>;
} & { readonly [Id in 'write-edge-entries']: WorkerName<Id> };

/** The wanted entries of the edge's store; none in a deployment without it. */
export const edgeEntries = (granted: Tables<'edgeEntries'>): EdgeEntries => {
  if (optionalEnv('LASTING_ADDRESSES') === undefined) return noEdgeEntries;
  return new ClaimedEntries(new DynamoEdgeRows(documents(), granted), systemClock);
};

/** None behind a router, which does not read names. */
export const portAddresses = (granted: Master): PortAddresses => {
  const template = optionalEnv('SANDBOX_ADDRESS');
  if (template === undefined || optionalEnv('LASTING_ADDRESSES') === undefined) return noPortAddresses;
  return new EdgePortAddresses(new DerivedIngressKeys(masterKeys(granted), systemClock), template);
};

/** For functions that change and close opened ports. */
export const portDeps = (granted: Tables<'sandboxes' | 'edgeEntries'> & Master): PortDeps => ({
  sandboxes: sandboxWriter(granted),
  edge: edgeEntries(granted),
  addresses: portAddresses(granted),
  now: systemClock,
});

export const openPortDeps = (granted: Tables<'sandboxes' | 'edgeEntries'> & Master): OpenPortDeps => ({
  ...portDeps(granted),
  range: optionalEnv('SANDBOX_PORTS')?.split('-').map(Number),
});

/** @throws in a deployment whose ingress is not CloudFront */
export const ingressKeysInstallation = (granted: Master): InstallDeps => {
  const storeArn = optionalEnv('INGRESS_KEY_VALUE_STORE_ARN');
  if (storeArn === undefined)
    throw new Error("This deployment has no key store, as its setting 'ingress' is not 'cloudfront'.");
  const edge = new KvsEdgeKeys(new CloudFrontKeyValueStoreClient(repeatable), storeArn);
  // Created for one installation, so that it caches no older secret.
  const master = masterKeys(granted);
  const serviceUrl = requireEnv('EDGE_SERVICE_URL');
  return { secret: () => master.secret(), edge, serviceUrl, now: systemClock, pause };
};

/** The same for the sweep; undefined in a deployment without the store. */
export const entriesAtEdge = (granted: Sweeping): EntriesAtEdge | undefined => {
  if (optionalEnv('LASTING_ADDRESSES') === undefined) return undefined;
  const workers = new LambdaWorkers();
  return {
    entries: edgeEntries(granted),
    rows: new DynamoLiveRows(documents(), granted),
    compare: () => workers.start(granted['write-edge-entries'], { compare: true }),
  };
};

export const edgeWriting = (granted: {
  readonly edgeEntries: Table<'edgeEntries', 'BatchGetItem' | 'PutItem' | 'UpdateItem' | 'live_index'>;
}) => ({
  store: new KvsEdgeStore(new CloudFrontKeyValueStoreClient(once), requireEnv('INGRESS_KEY_VALUE_STORE_ARN')),
  work: new DynamoEdgeWork(documents(), granted),
  metric: deploymentMetric(),
  now: systemClock,
});

/** What the slow way of lasting addresses needs; the worker that boots agents needs the states, too. */
export const acceptedNames = (master: SecretsManagerMasterKeys) => new AcceptedNames(master, systemClock);
export const addresses = (granted: Tables<'sandboxes'>) => new DynamoAddresses(documents(), granted);
export const edgeStates = (granted: Tables<'edgeEntries'>) => new DynamoEdgeStates(documents(), granted);
export const labelUrls = (master: SecretsManagerMasterKeys) =>
  new LabelUrls(new DerivedIngressKeys(master, systemClock), optionalEnv('SANDBOX_ADDRESS'), systemClock);

export const sweepProgress = (granted: Tables<'sweepParts'>) => new DynamoSweepProgress(documents(), granted);

export const waitPlaces = (granted: Tables<'waits'>) =>
  new DynamoWaitPlaces(
    documents(),
    granted,
    { perKey: requireEnvInteger('WAITS_PER_KEY'), overall: requireEnvInteger('WAITS') },
    systemClock,
  );

/** How long a worker holds a sandbox, in seconds. A worker of starts renews its lease, as its work can take long. */
const leaseSeconds = { backfill: 180, start: 30, deliver: 150 } as const satisfies Record<WorkKind, number>;

/** The work that waits for the agents of sandboxes. */
export const sandboxWork = (granted: Tables<'waits'>, kind: WorkKind) =>
  new SandboxWork(new DynamoWorkRows(documents(), granted, kind, systemClock), leaseSeconds[kind], systemClock);

/** The places of each owner's workers. */
export const workerPlaces = (granted: Tables<'waits'>, kind: WorkKind) =>
  new DynamoWaitPlaces(documents(), granted, { perKey: workersPerOwner[kind], overall: null }, systemClock);

export const ecsTasks = () => new EcsTasks(new ECSClient(repeatable), requireEnv('ECS_CLUSTER'));

const deploymentMetric = () => embeddedMetric(requireEnv('DEPLOYMENT'));

type Reconciling = Tables<
  'sandboxes' | 'snapshots' | 'owners' | 'usage' | 'usageSums' | 'launchPaces' | 'edgeEntries'
> &
  Master & { readonly [Id in 'boot-sandbox' | 'stop-sandbox']: WorkerName<Id> };

export const reconcileDeps = (granted: Reconciling, master = masterKeys(granted)) => {
  const keys = new SandboxKeys(master);
  const metric = deploymentMetric();
  const marked = markedLines();
  return {
    nextStep,
    sandboxes: new DynamoMeteredSandboxes(documents(), granted, systemClock, publishOutcomes(metric)),
    snapshots: new DynamoSnapshotReader(documents(), granted),
    tasks: ecsTasks(),
    disks: ec2Disks(),
    pace: new DynamoLaunchPace(documents(), granted, requireEnvRate('LAUNCHES_PER_SECOND')),
    agents: new HttpAgents(keys),
    edge: edgeEntries(granted),
    keys,
    settings: launchSettings(),
    boot: startWorker(granted['boot-sandbox']),
    prepareStop: startWorker(granted['stop-sandbox']),
    metric,
    alarm: (name: 'AccessErrors' | 'LaunchesRefused') => metric(name, 1, 'Count'),
    wasDiskFull: (sandbox: Sandbox, end: number) => wasDiskFull(sandbox, end, marked),
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

/** Starts a worker for one generation; returns at once. */
const startWorker = (worker: string) => {
  const workers = new LambdaWorkers();
  return (ownerId: string, sandboxId: string, generation: number, task?: Task) =>
    workers.start(worker, { owner_id: ownerId, sandbox_id: sandboxId, generation, ...(task ? { task } : {}) });
};
