import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalAccount } from '../../../infra/local/account/account.ts';
import { type Assembly, loadAssembly } from '../../../infra/local/assembly/assembly.ts';
import { issueAdminCredentials, issueCredentials } from '../../../infra/local/aws/credentials.ts';
import { Faults } from '../../../infra/local/aws/faults.ts';
import { functionIds, physicalName } from '../../../infra/local/aws/names.ts';
import { buildAssembly } from '../../../infra/local/build/assembly-build.ts';
import { place } from '../../../infra/local/cloud/cloud.ts';
import { type DynamoDbEngine, startDynamoDbInMemory } from '../../../infra/local/dynamodb/engine.ts';
import { findJava } from '../../../infra/local/dynamodb/java.ts';
import { ensureTable } from '../../../infra/local/dynamodb/tables.ts';
import { AwsEndpoint } from '../../../infra/local/endpoint/endpoint.ts';
import { AccessControl } from '../../../infra/local/iam/access-control.ts';
import { LocalKms } from '../../../infra/local/kms/local-kms.ts';
import { createFunctions, type Functions } from '../../../infra/local/lambda/functions.ts';
import { LocalSecrets } from '../../../infra/local/secrets/local-secrets.ts';

/** The API with its tables and no stream readers, so that nothing else runs during a measurement. */
export interface BenchCloud {
  readonly assembly: Assembly;
  readonly functions: Functions;
  nameOf(id: string): string;
  readonly client: {
    readonly endpoint: string;
    readonly region: string;
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  };
  stop(): Promise<void>;
}

export async function startBenchCloud(): Promise<BenchCloud> {
  const cleanup = new AsyncDisposableStack();
  try {
    return await start(cleanup);
  } catch (error) {
    await cleanup.disposeAsync();
    throw error;
  }
}

async function start(cleanup: AsyncDisposableStack): Promise<BenchCloud> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-gateway-'));
  cleanup.defer(() => rm(directory, { recursive: true, force: true }));
  const engine = await startDynamoDbInMemory(await findJava());
  cleanup.defer(() => engine.stop());
  const admin = issueAdminCredentials();
  const endpoint = await AwsEndpoint.listen({
    adminKey: admin.secretAccessKey,
    faults: new Faults(),
    onError: (message, error) => console.error(message, error),
    onBrokenModel: (line) => console.error(line),
  });
  cleanup.defer(() => endpoint.close());
  const assembly = loadAssembly(
    await buildAssembly(join(directory, 'assembly'), {}, new AbortController().signal),
    place,
  );
  await ensureTables(assembly, engine);
  const functions = await serve(assembly, engine, endpoint, admin, directory);
  cleanup.defer(() => functions.stop());
  const byShortName = new Map([...functionIds(assembly)].map(([name, id]) => [id, name]));
  return {
    assembly,
    functions,
    nameOf: (id) => {
      const name = byShortName.get(id);
      if (name === undefined) throw new Error(`there is no function '${id}'`);
      return name;
    },
    client: { endpoint: endpoint.url, region: place.region, credentials: admin },
    stop: () => cleanup.disposeAsync(),
  };
}

async function ensureTables(assembly: Assembly, engine: DynamoDbEngine): Promise<void> {
  const tables = assembly.ofType('AWS::DynamoDB::Table');
  await Promise.all(tables.map((table) => ensureTable(engine.wire, table, physicalName(table))));
}

async function serve(
  assembly: Assembly,
  engine: DynamoDbEngine,
  endpoint: AwsEndpoint,
  admin: ReturnType<typeof issueAdminCredentials>,
  directory: string,
): Promise<Functions> {
  const kms = await LocalKms.open(assembly, place, join(directory, 'kms.json'));
  const secrets = await LocalSecrets.open(assembly, place, join(directory, 'secrets.json'));
  const credentialsOf = issueCredentials();
  const access = new AccessControl({
    assembly,
    place,
    secretArns: secrets.arns,
    credentialsOf,
    adminKeyId: admin.accessKeyId,
    tagsOf: () => undefined,
    keyArnFor: (input) => kms.arnFor(input),
    onDenied: (denial) => console.error('denied', denial),
  });
  const functions = createFunctions({
    assembly,
    credentialsOf,
    awsEndpoint: () => endpoint.url,
    region: place.region,
    log: () => undefined,
  });
  const account = new LocalAccount({ assembly, place, apiUrl: 'http://127.0.0.1:1' });
  const noMachines = { handle: () => Promise.reject(new Error('the bench has no machines')) };
  endpoint.serve({
    account,
    dynamodb: engine.wire,
    ec2: noMachines,
    ecs: noMachines,
    kms,
    secrets,
    keyValueStores: noMachines,
    lambda: noMachines,
    functions,
    access,
    control: {
      endTask: () => Promise.reject(new Error('the bench has no tasks')),
      inventory: () => Promise.reject(new Error('the bench has no machines')),
      permissions: () => [],
      account: account.state,
      fireSchedules: () => undefined,
    },
    onWrite: () => undefined,
  });
  return functions;
}
