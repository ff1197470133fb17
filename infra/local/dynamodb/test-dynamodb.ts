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
  /** Creates tables from a template's resources and returns their names by logical id. */
  createTables(resources: readonly TableResource[]): Promise<Readonly<Record<string, string>>>;
  /** Stops the process, or only deletes the tables when other tests share it. */
  stop(): Promise<void>;
}

export type TableResource = Pick<Resource, 'logicalId' | 'properties'>;

/** Names the DynamoDB Local that a whole test run shares, as `http://<access key>@127.0.0.1:<port>`. */
export const SHARED_DYNAMODB = 'TEST_DYNAMODB_URL';

/** A database in the DynamoDB Local of the test run, or in a new one when the run has none. */
export async function createTestDynamoDb(shared = ownDatabase()): Promise<TestDynamoDb> {
  if (shared) {
    const { protocol, username, host } = new URL(shared);
    const wire = new DynamoDbWire(`${protocol}//${host}`, username);
    return testDynamoDb(wire, username, async (tables) => {
      await Promise.all(tables.map((TableName) => wire.call('dynamodb', 'DeleteTable', { TableName })));
      wire.close();
    });
  }
  const engine = await startDynamoDbInMemory(await findJava());
  return testDynamoDb(engine.wire, engine.accessKeyId, () => engine.stop());
}

let ownKey: string | undefined;

/**
 * One database per process: processes do not see each other's tables, and few tables are fast. Not one per file,
 * because DynamoDB Local never ends the thread of a database, which uses CPU time even without requests.
 */
function ownDatabase(): string | undefined {
  const text = process.env[SHARED_DYNAMODB];
  if (!text) return undefined;
  const url = new URL(text);
  ownKey ??= `LOCAL${randomBytes(20).toString('hex')}`;
  url.username = ownKey;
  return url.href;
}

/** The value of TEST_DYNAMODB_URL that shares this DynamoDB Local. */
export function sharedUrl({ url, credentials }: TestDynamoDb): string {
  return url.replace('://', `://${credentials.accessKeyId}@`);
}

function testDynamoDb(
  wire: DynamoDbWire,
  accessKeyId: string,
  end: (tables: readonly string[]) => Promise<void>,
): TestDynamoDb {
  const tables: string[] = [];
  return {
    url: wire.url,
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey: 'local' },
    wire,
    async createTables(resources) {
      const names = await createTables(wire, resources);
      tables.push(...Object.values(names));
      return names;
    },
    stop: () => end(tables),
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
