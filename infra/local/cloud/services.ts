import { join } from 'node:path';
import { LocalAccount } from '../account/account.ts';
import { issueCredentials } from '../aws/credentials.ts';
import { functionIds, physicalName } from '../aws/names.ts';
import { edgeValues, LocalKeyValueStores } from '../cloudfront/key-value-stores.ts';
import { ensureTable } from '../dynamodb/tables.ts';
import { LocalEbs } from '../ebs/local-ebs.ts';
import { createGateway, type Gateway } from '../gateway/gateway.ts';
import { AccessControl } from '../iam/access-control.ts';
import { denialLine } from '../iam/refusal.ts';
import { assertRulesMayInvoke } from '../iam/trigger-permissions.ts';
import { LocalKms } from '../kms/local-kms.ts';
import { createFunctions, type Functions } from '../lambda/functions.ts';
import { LocalLambda } from '../lambda/local-lambda.ts';
import { LocalSecrets } from '../secrets/local-secrets.ts';
import { LocalSes } from '../ses/local-ses.ts';
import { controls } from './controls.ts';
import { createCustomResources } from './custom-resources.ts';
import { sandboxRows } from './edge-sandboxes.ts';
import { serviceRoute } from './edge-service.ts';
import { LocalConsole } from './local-console.ts';
import { createMachines, type Machines, tasksListen } from './machines.ts';
import type { Parts } from './parts.ts';
import { SandboxEdge, sandboxRoutes } from './sandbox-edge.ts';
import { logAccess, logFunctionLine } from './service-log.ts';
import { Triggers } from './triggers.ts';

interface Running {
  readonly parts: Parts;
  readonly machines: Machines;
  readonly functions: Functions;
  /** Undefined in a template without a distribution. */
  readonly edge: SandboxEdge | undefined;
  readonly console: LocalConsole | undefined;
  readonly gateway: Gateway;
  readonly triggers: Triggers;
}

/** Time for functions to finish after a stop: before the sandboxes end, and after. */
const COMPUTING_MS = 500;
const WAITING_MS = 1_500;

/** The services of the assembly, made from the template alone: what it lacks is missing here too. */
export class Services {
  readonly #running: Running;

  private constructor(running: Running) {
    this.#running = running;
  }

  /** Creates tables and secrets and connects the services. Nothing runs before `start`. */
  static async create(parts: Parts): Promise<Services> {
    const { assembly, compiledDirectory, engine, endpoint, faults, admin, place, allowedHosts } = parts;
    const { stateDirectory, ports, site, log } = parts;
    const [kms, secrets, lambda, keyValueStores] = await Promise.all([
      LocalKms.open(assembly, place, join(stateDirectory, 'kms.json')),
      LocalSecrets.open(assembly, place, join(stateDirectory, 'secrets.json'), parts.lentSecrets),
      LocalLambda.open(assembly, place, join(stateDirectory, 'lambda.json')),
      LocalKeyValueStores.open(assembly, place, join(stateDirectory, 'key-value-stores.json')),
      ...assembly.ofType('AWS::DynamoDB::Table').map((table) => ensureTable(engine.wire, table, physicalName(table))),
    ]);
    const machines = createMachines(parts);
    const { ec2, ecs } = machines;
    const credentialsOf = issueCredentials();
    const apiUrl = `http://127.0.0.1:${ports.api.port}`;
    const account = new LocalAccount({ assembly, place, apiUrl, sandboxUrl: () => edge?.url });
    const access = new AccessControl({
      assembly,
      place,
      secretArns: secrets.arns,
      credentialsOf,
      adminKeyId: admin.accessKeyId,
      assertOperatorMay: (service, operation) => account.assertAllowed(service, operation),
      tagsOf: (resourceId) => ec2.tagsOf(resourceId),
      keyArnFor: (input) => kms.arnFor(input),
      onDenied: (denial) => log('iam', 'error', denialLine(denial)),
    });
    assertRulesMayInvoke(assembly, place);
    const deployed = assembly.output('-api', 'BaseUrl');
    const functions = createFunctions({
      assembly,
      localAddresses: () => [
        ...(deployed === undefined ? [] : [{ deployed, local: apiUrl }]),
        ...(edge ? [edge.address] : []),
      ],
      sandboxTrust: { domain: parts.edge.sandboxDomain, certFile: parts.edge.tls?.certFile },
      credentialsOf,
      startInstance: parts.startInstance,
      awsEndpoint: () => endpoint.url,
      compiledDirectory,
      region: place.region,
      log: logFunctionLine(log, functionIds(assembly)),
      queueDirectory: join(stateDirectory, 'invocations'),
      throttle: lambda,
    });
    const triggers = await Triggers.create({
      assembly,
      place,
      faults,
      access,
      functions,
      ec2,
      ecs,
      wire: engine.wire,
      stateDirectory,
      log,
    });
    endpoint.serve({
      account,
      dynamodb: engine.wire,
      ebs: new LocalEbs(ec2),
      ec2,
      ecs,
      logs: machines.logs,
      kms,
      secrets,
      ses: new LocalSes({
        folder: join(stateDirectory, 'mail'),
        facts: () => account.state.facts,
        log: (line) => log('mail', 'info', line),
      }),
      keyValueStores,
      lambda,
      functions,
      access,
      control: controls(machines, access, triggers, account),
      onWrite: (tables) => triggers.nudge(tables),
    });
    const findSandbox = sandboxRows(assembly, engine.wire);
    ports.sandboxes?.use(async (sandbox) => (await findSandbox(sandbox))?.isDeleted === false);
    const edge = SandboxEdge.of({
      assembly,
      keyValues: () => edgeValues(keyValueStores),
      routes: sandboxRoutes(assembly, ecs, place.region),
      service: serviceRoute(ports.api.port),
      ports: ports.sandboxes,
      taskAt: (port) => ecs.atEdgePort(port),
      findSandbox,
      options: parts.edge,
      allowedHosts,
      log,
    });
    const console = site === undefined ? undefined : new LocalConsole({ ...parts, site });
    const gateway = createGateway({
      assembly,
      functions,
      allowedHosts,
      stageVariables: () => console?.stageVariables ?? {},
      log: logAccess(log),
    });
    return new Services({ parts, machines, functions, edge, console, gateway, triggers });
  }

  /** URL of the sandboxes after the start, with `{label}` in it; null when they are reached directly. */
  get sandboxUrl(): string | null {
    return this.#running.edge?.url ?? null;
  }

  /** URL of the console after the start; null without one. */
  get consoleUrl(): string | null {
    return this.#running.console?.url ?? null;
  }

  /**
   * Resumes what ran before, creates custom resources, starts the triggers and opens the gateway.
   *
   * @returns the gateway's port
   * @throws UserError when a resource cannot be created
   */
  async start(): Promise<number> {
    const { parts, machines, functions, edge, console, gateway, triggers } = this.#running;
    const { assembly, place, ports } = parts;
    // Functions get the edge's address, including its port. The first runs when a task of before is found ended.
    if (ports.edge) await edge?.start(ports.edge);
    await machines.ec2.start();
    await machines.ecs.start();
    machines.logs.start();
    await tasksListen(machines.ecs);
    if (ports.console) {
      const apiUrl = `http://127.0.0.1:${ports.api.port}`;
      const hasSandboxPorts = ports.sandboxes !== undefined && ports.sandboxes.all.length > 0;
      await console?.start({ apiUrl, sandboxUrl: edge?.url, hasSandboxPorts, port: ports.console });
    }
    await createCustomResources(assembly, functions, place);
    // Before the triggers, whose new events must not be mistaken for leftovers.
    functions.start();
    await triggers.start();
    return gateway.listen(ports.api);
  }

  /**
   * Stops what callers see first. Functions that compute get time to finish; those that wait for an agent end with the
   * sandboxes. What still runs then is killed, and its event is delivered again after the next start.
   */
  async stop(): Promise<void> {
    const { edge, console, gateway, triggers } = this.#running;
    await console?.stop();
    await gateway.stop();
    await edge?.stop();
    // A failure of one part must not leave another one running.
    const ends = await Promise.allSettled([triggers.stop(), this.#stopWork()]);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  async #stopWork(): Promise<void> {
    const { machines, functions } = this.#running;
    await functions.drain(COMPUTING_MS);
    await Promise.all([machines.ecs.stop(), functions.drain(WAITING_MS).then(() => functions.stop())]);
    machines.logs.stop();
    await machines.ec2.stop();
  }

  /** Runs further requests in new instances of the functions, which read their files again. */
  renew(): void {
    this.#running.functions.renew();
  }

  /** Kills the sandboxes at once. Everything else ends with this process. */
  kill(): Promise<void> {
    return this.#running.machines.ecs.kill();
  }
}
