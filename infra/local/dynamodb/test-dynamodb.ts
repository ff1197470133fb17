import { randomBytes } from 'node:crypto';
import type { Resource } from '../assembly/assembly.ts';
import type { Credentials } from '../aws/credentials.ts';
import { startDynamoDbInMemory } from './engine.ts';
import { findJava } from './java.ts';
import { ensureTable } from './tables.ts';
import { DynamoDbWire } from './wire.ts';

/** DynamoDB for tests: in memory, with tables that no other test sees. */
export interface TestDynamoDb {
  /** For an SDK client: `new DynamoDBClient({ endpoint: url, region, credentials })`. */
  readonly url: string;
  readonly region: string;
  readonly credentials: Credentials;
  readonly wire: DynamoDbWire;
  /** Makes tables from a template's resources and returns their names by logical id. */
  createTables(resources: readonly TableResource[]): Promise<Readonly<Record<string, string>>>;
  /** Ends the process, unless others use it too. */
  stop(): Promise<void>;
}

export type TableResource = Pick<Resource, 'logicalId' | 'properties'>;

/** Names the DynamoDB Local that a whole test run shares, as `http://<access key>@127.0.0.1:<port>`. */
export const SHARED_DYNAMODB = 'TEST_DYNAMODB_URL';

/** A database of its own in the DynamoDB Local of the test run, or in a new one when the run has none. */
export async function createTestDynamoDb(shared = ownDatabase()): Promise<TestDynamoDb> {
  if (shared) {
    const { protocol, username, host } = new URL(shared);
    const wire = new DynamoDbWire(`${protocol}//${host}`, username);
    return testDynamoDb(wire, username, async () => wire.close());
  }
  const engine = await startDynamoDbInMemory(await findJava());
  return testDynamoDb(engine.wire, engine.accessKeyId, () => engine.stop());
}

/** A database per access key: one with few tables is quick, and tests do not see each other's. */
function ownDatabase(): string | undefined {
  const text = process.env[SHARED_DYNAMODB];
  if (!text) return undefined;
  const url = new URL(text);
  url.username = `LOCAL${randomBytes(20).toString('hex')}`;
  return url.href;
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
