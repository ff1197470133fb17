import { randomBytes } from 'node:crypto';
import type { Resource } from '../assembly/assembly.ts';
import type { Credentials } from '../aws/credentials.ts';
import { findJava } from '../java.ts';
import { startDynamoDb } from './engine.ts';
import { ensureTable } from './tables.ts';
import { DynamoDbWire } from './wire.ts';

/** DynamoDB for tests: in memory, with tables that no other test sees. */
export interface TestDynamoDb {
  /** For an SDK client: `new DynamoDBClient({ endpoint: url, region, credentials })`. */
  readonly url: string;
  readonly region: string;
  readonly credentials: Credentials;
  readonly wire: DynamoDbWire;
  /** Makes tables from resources of a template and tells their names by logical id. They may be made again under other names. */
  createTables(resources: readonly TableResource[]): Promise<Readonly<Record<string, string>>>;
  /** Ends the process, unless others use it too. */
  stop(): Promise<void>;
}

export type TableResource = Pick<Resource, 'logicalId' | 'properties'>;

/** Names the DynamoDB Local that a whole test run shares, as `http://<access key>@127.0.0.1:<port>`. */
export const SHARED_DYNAMODB = 'TEST_DYNAMODB_URL';

/** Takes the shared DynamoDB Local of the test run when there is one, and starts one otherwise. */
export async function createTestDynamoDb(shared = process.env[SHARED_DYNAMODB]): Promise<TestDynamoDb> {
  if (shared) {
    const { protocol, username, host } = new URL(shared);
    const wire = new DynamoDbWire(`${protocol}//${host}`, username);
    return testDynamoDb(wire, username, async () => wire.close());
  }
  const engine = await startDynamoDb(await findJava());
  return testDynamoDb(engine.wire, engine.accessKeyId, () => engine.stop());
}

/** The value of TEST_DYNAMODB_URL under which others share this one. */
export function sharedUrl({ url, credentials }: TestDynamoDb): string {
  return url.replace('://', `://${credentials.accessKeyId}@`);
}

function testDynamoDb(wire: DynamoDbWire, accessKeyId: string, stop: () => Promise<void>): TestDynamoDb {
  return {
    url: wire.url,
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey: 'local' },
    wire,
    createTables: (resources) => createTables(wire, resources),
    stop,
  };
}

async function createTables(
  wire: DynamoDbWire,
  resources: readonly TableResource[],
): Promise<Readonly<Record<string, string>>> {
  const run = randomBytes(5).toString('hex');
  const named = resources.map((resource) => ({ resource, name: `test-${run}-${resource.logicalId}` }));
  await Promise.all(named.map(({ resource, name }) => ensureTable(wire, resource, name)));
  return Object.fromEntries(named.map(({ resource, name }) => [resource.logicalId, name]));
}
