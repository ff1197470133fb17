import { type Worker, workers } from '../../../shared/contract/workers.ts';
import { amountsOf, microUsdOf } from '../../../shared/domain/billing/usage/amounts.ts';
import type { SandboxSpec } from '../../specs/schema.ts';
import {
  conversation,
  INITIALIZATION_USD,
  idle,
  ledgerPrices,
  MINUTES_OF_MONTH,
  modelCall,
  type Sold,
  tabCall,
  unitPrices,
} from './prices.ts';
import { type Deployed, functionsIn, largest } from './resources.ts';

export type Units = { readonly sold: Sold; readonly units: number };

/** US dollars at the list price, and after the free tier. */
export function billOf(items: readonly Units[]): { readonly list: number; readonly paid: number } {
  const bySold = Map.groupBy(items, ({ sold }) => sold);
  const lines = [...bySold].map(([sold, same]) => {
    const units = sumOf(same.map((item) => item.units));
    const { usd, free } = unitPrices[sold];
    return { list: units * usd, paid: Math.max(units - free, 0) * usd };
  });
  return { list: sumOf(lines.map(({ list }) => list)), paid: sumOf(lines.map(({ paid }) => paid)) };
}

/** Charges for unused resources. */
const standing: Readonly<Record<string, (resource: Deployed) => Units>> = {
  'AWS::KMS::Key': () => ({ sold: 'key', units: 1 }),
  'AWS::SecretsManager::Secret': () => ({ sold: 'secret', units: 1 }),
  // An alarm is charged for each metric that it reads.
  'AWS::CloudWatch::Alarm': ({ properties: { Metrics: metrics } }) => ({
    sold: 'alarmMetric',
    units: Array.isArray(metrics) ? metrics.filter(({ MetricStat }) => MetricStat !== undefined).length : 1,
  }),
  'AWS::CloudWatch::Dashboard': () => ({ sold: 'dashboard', units: 1 }),
  'AWS::Logs::MetricFilter': () => ({ sold: 'metric', units: 1 }),
};

/** Types that cost nothing while unused; `Service::*` stands for all types of a service. */
const freeWhileUnused = `ApiGateway::* Budgets::Budget CDK::Metadata CertificateManager::Certificate CloudFormation::*
  CloudFront::* Cognito::* DynamoDB::Table EC2::InternetGateway EC2::Route EC2::RouteTable EC2::SecurityGroup
  EC2::SecurityGroupEgress EC2::SecurityGroupIngress EC2::Subnet EC2::SubnetRouteTableAssociation EC2::VPC
  EC2::VPCGatewayAttachment ECR::Repository ECS::Cluster ECS::ClusterCapacityProviderAssociations ECS::TaskDefinition
  Events::Rule IAM::* Lambda::* Logs::Delivery Logs::DeliveryDestination Logs::DeliverySource Logs::LogGroup
  Logs::QueryDefinition Route53::RecordSet S3::Bucket S3::BucketPolicy SNS::* SQS::* SSM::Parameter
  SecretsManager::ResourcePolicy WAFv2::WebACLAssociation XRay::SamplingRule`.split(/\s+/);

const isFree = (type: string) =>
  type.startsWith('Custom::') ||
  freeWhileUnused.some((free) =>
    free.endsWith('*') ? type.startsWith(`AWS::${free.slice(0, -1)}`) : type === `AWS::${free}`,
  );

/** @throws for a type whose standing charge is unknown */
export function standingChargesOf(resources: readonly Deployed[]): readonly Units[] {
  const unknown = new Set(resources.map(({ type }) => type).filter((type) => !(type in standing) && !isFree(type)));
  if (unknown.size > 0)
    throw new Error(`Add the cost of an unused ${[...unknown].join(', ')} to infra/docs/cost/costs.ts.`);
  return resources.flatMap((resource) => standing[resource.type]?.(resource) ?? []);
}

/** A month in which a stage is deployed and gets no requests. */
export function idleMonth(resources: readonly Deployed[]): readonly Units[] {
  const runs = sumOf(resources.map(scheduledRuns));
  const sweeps = Math.max(...resources.map(scheduledRuns));
  const functions = functionsIn(resources);
  const gigabyteSeconds = resources.map((resource) => {
    const targets = JSON.stringify(resource.properties.Targets ?? '');
    const own = scheduledRuns(resource);
    return own && own * idle.runSeconds * largest(functions.filter(({ id }) => targets.includes(`"${id}"`)));
  });
  const has = (property: string, text: string) =>
    resources.some(({ properties }) => JSON.stringify(properties[property] ?? '').includes(text));
  return [
    ...standingChargesOf(resources),
    { sold: 'metric', units: idle.metricsOfSweep },
    { sold: 'lambdaRequest', units: runs },
    { sold: 'lambdaGigabyteSecond', units: sumOf(gigabyteSeconds) },
    { sold: 'trace', units: has('TracingConfig', 'Active') ? runs : 0 },
    { sold: 'logGigabyte', units: (runs * idle.logBytesOfRun) / 1e9 },
    // DynamoDB counts at least half a unit for an eventually consistent read.
    { sold: 'tableRead', units: sweeps * idle.tableReadsOfSweep * 0.5 },
    { sold: 'tableWrite', units: sweeps * idle.tableWritesOfSweep },
    { sold: 'tableGigabyte', units: idle.tableGigabytes },
    { sold: 'recoveryGigabyte', units: has('PointInTimeRecoverySpecification', 'true') ? idle.tableGigabytes : 0 },
  ];
}

/** Runs of a schedule per month; 0 for other resources. @throws when its expression is not a rate */
export function scheduledRuns({ properties: { ScheduleExpression: rate, Targets: targets } }: Deployed): number {
  if (typeof rate !== 'string') return 0;
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(rate) ?? [];
  const minutes = Number(count) * ({ minute: 1, hour: 60, day: 24 * 60 }[unit ?? ''] ?? Number.NaN);
  if (!(minutes > 0)) throw new Error(`The schedule '${rate}' is not a rate: extend infra/docs/cost/costs.ts.`);
  return (MINUTES_OF_MONTH / minutes) * (Array.isArray(targets) ? targets.length : 1);
}

/** The usage of conversations, without sandboxes, in addition to an idle month. */
export function conversationItems(conversations: number, resources: readonly Deployed[]): readonly Units[] {
  const { calls, callMilliseconds, workerRuns, workerMilliseconds, edgeRequests } = conversation;
  const ids = (workers as readonly Worker[]).filter(({ id, area }) => id !== 'authorize' && area !== 'maintenance');
  const isWorker = ({ properties: { FunctionName: name } }: Deployed) =>
    ids.some(({ id }) => String(name).endsWith(`-${id}`));
  const functions = functionsIn(resources);
  const milliseconds =
    calls * callMilliseconds * largest(functions) +
    workerRuns * workerMilliseconds * largest(functions.filter(isWorker));
  const each: readonly Units[] = [
    { sold: 'apiCall', units: calls },
    // Each request also runs the authorizer.
    { sold: 'lambdaRequest', units: calls * 2 + workerRuns },
    { sold: 'lambdaGigabyteSecond', units: milliseconds / 1000 },
    // Workers only continue the traces of requests.
    { sold: 'trace', units: calls * tracedShare(resources) },
    { sold: 'tableWrite', units: conversation.events * conversation.writesOfEvent + conversation.writes },
    // DynamoDB counts at least half a unit for an eventually consistent read.
    { sold: 'tableRead', units: conversation.reads },
    { sold: 'keyRequest', units: conversation.keyRequests },
    {
      sold: 'logGigabyte',
      units: ((calls * 2 + workerRuns) * idle.logBytesOfRun + conversation.logBytesOfAgent) / 1e9,
    },
    { sold: 'edgeRequest', units: edgeRequests },
    { sold: 'edgeRun', units: edgeRequests },
    { sold: 'edgeKeyRead', units: edgeRequests * conversation.edgeReadsOfRequest },
    { sold: 'edgeStoreCall', units: conversation.edgeStoreCalls },
    { sold: 'edgeGigabyteOut', units: conversation.edgeGigabytesOut },
    { sold: 'gigabyteOut', units: conversation.gigabytesOut },
  ];
  return each.map(({ sold, units }) => ({ sold, units: units * conversations }));
}

/** Requests to models through the broker, without what the provider charges. */
export function modelCallItems(calls: number, isBudgeted: boolean): readonly Units[] {
  const { seconds, memoryMegabytes, tableWrites, tableWritesOfBudget } = modelCall;
  return [
    { sold: 'apiCall', units: calls },
    // Each request also runs the authorizer.
    { sold: 'lambdaRequest', units: calls * 2 },
    { sold: 'lambdaGigabyteSecond', units: (calls * seconds * memoryMegabytes) / 1024 },
    { sold: 'tableWrite', units: calls * (tableWrites + (isBudgeted ? tableWritesOfBudget : 0)) },
    { sold: 'tableRead', units: calls * modelCall.tableReads },
    { sold: 'keyRequest', units: calls * modelCall.keyRequests },
    { sold: 'logGigabyte', units: (calls * modelCall.logBytes) / 1e9 },
  ];
}

/** Requests of tabs of the console, each with the authorizer and the count of the request. */
export function tabItems(calls: number, resources: readonly Deployed[]): readonly Units[] {
  return [
    { sold: 'apiCall', units: calls },
    { sold: 'lambdaRequest', units: calls * 2 },
    {
      sold: 'lambdaGigabyteSecond',
      units: calls * (conversation.callMilliseconds / 1000) * largest(functionsIn(resources)),
    },
    { sold: 'tableWrite', units: calls * tabCall.writes },
    { sold: 'tableRead', units: calls * tabCall.reads },
    { sold: 'logGigabyte', units: (calls * tabCall.logBytes) / 1e9 },
  ];
}

/**
 * The number of conversations per month in CloudFront's free tier.
 *
 * @param runs functions that run for each request: two with sandboxDomain
 */
export function conversationsFreeAtEdge(runs = 1): number {
  const { edgeRequest, edgeRun, edgeGigabyteOut } = unitPrices;
  const byRequests = Math.min(edgeRequest.free, edgeRun.free / runs) / conversation.edgeRequests;
  return Math.floor(Math.min(byRequests, edgeGigabyteOut.free / conversation.edgeGigabytesOut));
}

/** The share of requests that X-Ray records. */
function tracedShare(resources: readonly Deployed[]): number {
  const [rule] = resources.filter(({ type }) => type === 'AWS::XRay::SamplingRule');
  const { FixedRate: rate } = Object(rule?.properties.SamplingRule);
  if (typeof rate !== 'number') throw new Error('No template has the share of requests that X-Ray records.');
  return rate;
}

/** US dollars for a conversation that is paused when it ends, with its share of everything else. */
export function conversationUsd(spec: SandboxSpec, resources: readonly Deployed[]): number {
  return runningUsd(spec, conversation.minutes) + billOf(conversationItems(1, resources)).list;
}

/** US dollars for filling a disk at the highest rate, once for each resume. */
export const initializationUsd = (gigabytes: number) => gigabytes * INITIALIZATION_USD;

/** US dollars for a running sandbox with its address and disk, by the usage ledger's prices and arithmetic. */
export const runningUsd = (spec: SandboxSpec, minutes: number) =>
  usdOf('running', spec, spec.workspaceGigabytes, minutes);

/** US dollars for a paused workspace for 30 days. */
export const pausedMonthUsd = (spec: SandboxSpec, gigabytes: number) =>
  usdOf('paused', spec, gigabytes, MINUTES_OF_MONTH);

/** Blocks of half a MiB and lists of a GiB that are read for one request. */
const savedReads = {
  /** The superblock, the inodes and a directory, which are rarely in one block. */
  list: { blocks: 6, lists: 1 },
  /** The same and a file of 64 MiB, the most in one response. */
  file: { blocks: 6 + 128, lists: 2 },
} as const;

/** What EBS charges for a request to the files of a paused sandbox. */
export function savedReadUsd(kind: keyof typeof savedReads): number {
  const { blocks, lists } = savedReads[kind];
  return blocks * unitPrices.snapshotBlock.usd + lists * unitPrices.snapshotList.usd;
}

function usdOf(kind: 'running' | 'paused', spec: SandboxSpec, gigabytes: number, minutes: number): number {
  const { cpu: cpu_units, memoryMegabytes: memory_megabytes, architecture, capacity } = spec;
  const time = { lasted: minutes * 60_000, charged: minutes * 60_000 };
  return (
    microUsdOf(
      amountsOf({ kind, gigabytes, cpu_units, memory_megabytes, architecture, capacity }, time, ledgerPrices),
    ) / 1_000_000
  );
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);
