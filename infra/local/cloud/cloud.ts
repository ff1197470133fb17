import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LocalAgent } from '../agent-server/local-agent.ts';
import { SpecFiles } from '../agent-server/spec-files.ts';
import { type Assembly, loadAssembly } from '../assembly/assembly.ts';
import { type Credentials, issueAdminCredentials } from '../aws/credentials.ts';
import { Faults } from '../aws/faults.ts';
import { buildAssembly, type Context, compiledIn } from '../build/assembly-build.ts';
import { builtAgent } from '../build/built-agent.ts';
import { type DynamoDbEngine, startDynamoDb } from '../dynamodb/engine.ts';
import { findJava } from '../dynamodb/java.ts';
import { AwsEndpoint } from '../endpoint/endpoint.ts';
import type { StartInstance } from '../lambda/functions.ts';
import { type EnvironmentModel, secretsOf, settingsOf } from '../model/environment-model.ts';
import { localModels } from '../model/local-models.ts';
import type { LocalProvider } from '../people/local-provider.ts';
import { localOidc } from '../people/people.ts';
import type { LoopbackPort } from '../sockets/loopback-port.ts';
import { outputNames, SERVICE_FILE } from '../state/local-service.ts';
import { writeStateFile } from '../state/state-file.ts';
import { StateLock } from '../state/state-lock.ts';
import type { AgentChoice } from '../terminal/agent-choice.ts';
import type { Ready } from '../terminal/banner.ts';
import { LOCAL, type LocalLog } from '../terminal/log.ts';
import type { EdgeOptions } from '../terminal/options.ts';
import type { PartOptions } from '../terminal/part-options.ts';
import { builtSite } from './local-console.ts';
import { clusterOf, sandboxNamespaces } from './machines.ts';
import { ensureApiKey } from './own-key.ts';
import { holdPorts } from './ports.ts';
import { Services } from './services.ts';

const place = { region: 'us-east-1', accountId: '000000000000' } as const;

interface CloudOptions {
  readonly port: number;
  readonly edge: EdgeOptions;
  /** The agent of conversations that name no spec; undefined: the installed one, or else the reference agent. */
  readonly agent?: AgentChoice | undefined;
  /** The language model of the environment; undefined for that of the settings. */
  readonly model?: EnvironmentModel | undefined;
  /** Undefined for a service without a console. */
  readonly console?: PartOptions | undefined;
  /** Undefined for a service without an identity provider of its own. */
  readonly oidc?: PartOptions | undefined;
  /** False to run sandboxes as the current user even where namespaces are available. */
  readonly namespaces: boolean;
  readonly stateDirectory: string;
  /** Host names besides localhost that requests may use. */
  readonly allowedHosts: readonly string[];
  readonly log: LocalLog;
  /** Called when the state directory is known to be private and this service's own. */
  readonly onOwnState?: () => void;
  /** Aborts the start, which rejects as soon as everything it has begun can be stopped. */
  readonly signal: AbortSignal;
  /** Runs functions in another way than as processes. */
  readonly startInstance?: StartInstance | undefined;
  /** A database to use instead of one in the state directory. Its owner stops it. */
  readonly engine?: Pick<DynamoDbEngine, 'wire' | 'died'> | undefined;
}

export interface LocalCloud extends Ready {
  /** Resolves with the reason when an essential part has ended unexpectedly. */
  readonly failed: Promise<string>;
  stop(): Promise<void>;
  /** Ends what would outlive this process, for callers that do not wait for `stop`. */
  kill(): Promise<void>;
}

/** Resolves when the whole service is running. @throws UserError after stopping what was started */
export async function startCloud(options: CloudOptions): Promise<LocalCloud> {
  const started = performance.now();
  const cleanup = new AsyncDisposableStack();
  try {
    const { engine, services, ...ready } = await start(options, cleanup);
    return {
      ...ready,
      model: options.model,
      stateDirectory: options.stateDirectory,
      milliseconds: performance.now() - started,
      failed: engine.died.then((output) => `DynamoDB Local ended unexpectedly: ${output}`),
      stop: () => cleanup.disposeAsync(),
      kill: () => services.kill(),
    };
  } catch (error) {
    await cleanup.disposeAsync();
    throw error;
  }
}

async function start(options: CloudOptions, cleanup: AsyncDisposableStack) {
  const { stateDirectory, log, signal } = options;
  const java = options.engine ? '' : await findJava();
  const lock = await StateLock.acquire(stateDirectory);
  cleanup.defer(() => lock.release());
  options.onOwnState?.();
  // Asked while the service is prepared.
  const models = localModels();
  const agent = await LocalAgent.open({ ...options, choice: options.agent, environment: process.env });
  cleanup.defer(() => agent.settled());
  // Before the build, which takes seconds.
  const ports = await holdPorts(options, (held) => cleanup.defer(() => held.release()));
  const people = ports.oidc && (await startPeople(ports.oidc, options));
  cleanup.defer(async () => people?.stop());
  const faults = new Faults();
  const admin = issueAdminCredentials();
  const endpoint = await AwsEndpoint.listen({
    adminKey: admin.secretAccessKey,
    faults,
    onError: (message, error) => log('aws', 'error', `${message}: ${error instanceof Error ? error.stack : error}`),
    onBrokenModel: (line) => log('aws', 'error', line),
  });
  cleanup.defer(() => endpoint.close());
  await lock.announce(endpoint.url);

  const build = join(stateDirectory, 'assembly');
  log(LOCAL, 'info', 'preparing: half a minute at the first start and after changes of the code, else a second or two');
  const told = <T>(what: string, work: Promise<T>) => timed(what, work, log);
  const [[engine], [[assembly, namespaces], console]] = await waitForBoth(
    waitForBoth(
      options.engine ?? told('database started', startEngine(java, stateDirectory, cleanup)),
      agent.prepare(),
    ),
    waitForBoth(
      waitForBoth(
        told('functions bundled, stacks synthesised', assemblyOf(build, contextOf(options, people), signal)),
        sandboxNamespaces(options),
      ),
      options.console && told('console built', builtSite(join(stateDirectory, 'console'), signal)),
    ),
  );
  signal.throwIfAborted();
  const [compiledDirectory, specs] = [compiledIn(build), await SpecFiles.of(assembly)];
  const services = await Services.create({
    ...{ ...options, assembly, engine, endpoint, faults, admin, place, compiledDirectory, ports, namespaces, agent },
    site: console,
    lentSecrets: secretsOf(options.model),
  });
  cleanup.defer(() => services.stop());
  await agent.publish(specs, () => services.renew());
  signal.throwIfAborted();
  const baseUrl = `http://127.0.0.1:${await services.start()}`;
  const table = requireOutput(assembly, 'ApiKeysTable');
  const path = join(stateDirectory, 'api-key');
  const apiKey = await ensureApiKey({ endpoint: endpoint.url, place, credentials: admin, table, path });
  const file = join(stateDirectory, SERVICE_FILE);
  const { sandboxUrl, consoleUrl } = services;
  await writeStateFile(file, describeEndpoint({ baseUrl, sandboxUrl, consoleUrl, endpoint, admin, assembly }));
  cleanup.defer(() => rm(file, { force: true }));
  return {
    engine,
    services,
    apiKey,
    baseUrl,
    sandboxUrl,
    consoleUrl,
    issuer: people?.issuer ?? null,
    agent: agent.status,
    localModels: await models,
  };
}

/** Logs how long it took, so that a first start is not silent. */
async function timed<T>(what: string, work: Promise<T>, log: LocalLog): Promise<T> {
  const started = performance.now();
  const result = await work;
  log(LOCAL, 'info', `${what} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return result;
}

async function assemblyOf(build: string, context: Context, signal: AbortSignal): Promise<Assembly> {
  const [folder] = await waitForBoth(buildAssembly(build, context, signal), builtAgent());
  return loadAssembly(folder, place);
}

/** Loads the provider only where it is wanted. */
async function startPeople(port: LoopbackPort, { stateDirectory, log }: CloudOptions): Promise<LocalProvider> {
  const { LocalProvider } = await import('../people/local-provider.ts');
  return LocalProvider.start({
    port,
    folder: join(stateDirectory, 'people'),
    log: (...line) => log('people', ...line),
  });
}

async function startEngine(
  java: string,
  stateDirectory: string,
  cleanup: AsyncDisposableStack,
): Promise<DynamoDbEngine> {
  const engine = await startDynamoDb(java, join(stateDirectory, 'dynamodb'));
  cleanup.defer(() => engine.stop());
  return engine;
}

/** Waits for both even when one fails, so that nothing starts after the clean-up. */
async function waitForBoth<A, B>(first: A | Promise<A>, second: B | Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}

/** The command line overrides what cdk.json says about the local stage. */
function contextOf({ edge: { direct, sandboxDomain }, console, model }: CloudOptions, people?: LocalProvider): Context {
  return {
    ...settingsOf(model),
    ingress: direct ? 'direct' : 'cloudfront',
    console: String(console !== undefined),
    ...(sandboxDomain === undefined ? {} : { sandboxDomain }),
    ...(people && { oidc: JSON.stringify(localOidc(people.issuer)) }),
  };
}

interface Endpoints extends Pick<Ready, 'baseUrl' | 'sandboxUrl' | 'consoleUrl'> {
  readonly endpoint: AwsEndpoint;
  readonly admin: Credentials;
  readonly assembly: Assembly;
}

/** What tools on this machine need to reach the service and the AWS behind it. */
function describeEndpoint({ baseUrl, sandboxUrl, consoleUrl, endpoint, admin, assembly }: Endpoints): string {
  const outputs = Object.fromEntries(outputNames.map((name) => [name, requireOutput(assembly, name)]));
  const content = {
    base_url: baseUrl,
    sandbox_url: sandboxUrl,
    console_url: consoleUrl,
    aws_endpoint: endpoint.url,
    region: place.region,
    deployment: clusterOf(assembly),
    pid: process.pid,
    admin: { access_key_id: admin.accessKeyId, secret_access_key: admin.secretAccessKey },
    outputs: { ...outputs, BaseUrl: baseUrl },
  };
  return JSON.stringify(content, undefined, 2);
}

function requireOutput(assembly: Assembly, name: string): string {
  const value = assembly.output('-data', name);
  if (value === undefined) throw new Error(`the data stack has no output ${name}`);
  return value;
}
