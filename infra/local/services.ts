import { join } from 'node:path';
import type { Assembly } from './assembly/assembly.ts';
import { type Credentials, issueCredentials } from './aws/credentials.ts';
import type { AwsEndpoint } from './aws/endpoint.ts';
import type { Faults } from './aws/faults.ts';
import { type Place, physicalName } from './aws/names.ts';
import type { DynamoDbEngine } from './dynamodb/engine.ts';
import { ensureTable } from './dynamodb/tables.ts';
import { createLocalEcs, type LocalEcs } from './ecs/ecs.ts';
import { createGateway, type Gateway } from './gateway/gateway.ts';
import { AccessControl } from './iam/access-control.ts';
import { assertRulesMayInvoke } from './iam/trigger-permissions.ts';
import { createFunctions, type Functions } from './lambda/functions.ts';
import { tasksListen } from './listening-tasks.ts';
import type { LocalLog } from './log.ts';
import { PROJECT_ROOT } from './options.ts';
import { LocalSecrets } from './secrets/local-secrets.ts';
import { logAccess, logFunctionLine, shortNames } from './service-log.ts';
import { Triggers } from './triggers.ts';

interface Parts {
  readonly assembly: Assembly;
  readonly engine: DynamoDbEngine;
  readonly endpoint: AwsEndpoint;
  readonly faults: Faults;
  readonly admin: Credentials;
  readonly place: Place;
  readonly stateDirectory: string;
  readonly log: LocalLog;
}

/** The services of the assembly, made from the template alone: what it lacks is lacking here. */
export class Services {
  readonly #functions: Functions;
  readonly #ecs: LocalEcs;
  readonly #gateway: Gateway;
  readonly #triggers: Triggers;
  readonly #cluster: string;

  private constructor(functions: Functions, ecs: LocalEcs, gateway: Gateway, triggers: Triggers, cluster: string) {
    this.#cluster = cluster;
    this.#functions = functions;
    this.#ecs = ecs;
    this.#gateway = gateway;
    this.#triggers = triggers;
  }

  /** Makes the tables and secrets, and connects the services to the endpoint. Nothing moves by itself before `start`. */
  static async create(parts: Parts): Promise<Services> {
    const { assembly, engine, endpoint, faults, admin, place, stateDirectory, log } = parts;
    const [secrets] = await Promise.all([
      LocalSecrets.open(assembly, place, join(stateDirectory, 'secrets.json')),
      ensureTables(parts),
    ]);
    const credentialsOf = issueCredentials();
    const access = new AccessControl({
      assembly,
      place,
      secretArns: secrets.arns,
      credentialsOf,
      adminKeyId: admin.accessKeyId,
      tagsOf: () => undefined,
      onDenied: ({ caller, action, resource }) =>
        log('iam', 'error', `function ${caller} was denied ${action} on ${resource}`),
    });
    assertRulesMayInvoke(assembly, place);
    const functions = createFunctions({
      assembly,
      credentialsOf,
      awsEndpoint: () => endpoint.url,
      region: place.region,
      log: logFunctionLine(log, shortNames(assembly)),
    });
    const cluster = clusterOf(assembly);
    const ecs = createEcs(parts, cluster);
    const triggers = await Triggers.create({
      assembly,
      place,
      faults,
      access,
      functions,
      ecs,
      wire: engine.wire,
      stateDirectory,
      log,
    });
    const control = { permissions: () => access.report() };
    endpoint.serve({
      dynamodb: engine.wire,
      ecs,
      secrets,
      functions,
      access,
      control,
      onWrite: () => triggers.nudge(),
    });
    const gateway = createGateway({ assembly, functions, log: logAccess(log) });
    return new Services(functions, ecs, gateway, triggers, cluster);
  }

  /** Picks up what ran before, lets events flow and opens the gateway; resolves to its port. */
  async start(port: number): Promise<number> {
    await this.#ecs.start();
    await tasksListen(this.#ecs, this.#cluster);
    await this.#triggers.start();
    return this.#gateway.listen(port, '127.0.0.1');
  }

  /** Ends what callers see first, and the sandboxes last. */
  async stop(): Promise<void> {
    await this.#gateway.stop();
    await Promise.all([this.#triggers.stop(), this.#functions.stop()]);
    await this.#ecs.stop();
  }

  /** Ends the sandboxes at once. Everything else dies with this process; they would not. */
  kill(): Promise<void> {
    return this.#ecs.kill();
  }
}

async function ensureTables({ assembly, engine }: Parts): Promise<void> {
  const tables = [...assembly.ofType('AWS::DynamoDB::Table'), ...assembly.ofType('AWS::DynamoDB::GlobalTable')];
  await Promise.all(tables.map((table) => ensureTable(engine.wire, table, physicalName(table))));
}

function clusterOf(assembly: Assembly): string {
  const [cluster] = assembly.ofType('AWS::ECS::Cluster');
  if (!cluster) throw new Error('the template has no ECS cluster');
  return physicalName(cluster);
}

function createEcs({ assembly, faults, place, stateDirectory, log }: Parts, clusterName: string): LocalEcs {
  const familyPrefix = familyPrefixOf(assembly);
  return createLocalEcs({
    ...place,
    stateDirectory,
    taskDefinitions: assembly.ofType('AWS::ECS::TaskDefinition'),
    clusterName,
    projectRoot: PROJECT_ROOT,
    log: (message) => log('ecs', 'info', message),
    ...(familyPrefix !== undefined && { familyPrefix }),
    faults: { take: (service, action) => faults.take(service, action, ['capacity']) },
  });
}

/** The functions that start tasks are told it. */
function familyPrefixOf(assembly: Assembly): string | undefined {
  return assembly
    .ofType('AWS::Lambda::Function')
    .map(({ properties }) => Object(Object(properties.Environment).Variables).TASK_FAMILY_PREFIX)
    .find((prefix) => typeof prefix === 'string');
}
