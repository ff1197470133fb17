import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll } from 'vitest';
import { settingsFor } from '../../infra/config.ts';
import { createTestDynamoDb, type TableResource } from '../../infra/local/dynamodb/test-dynamodb.ts';
import { DataStack } from '../../infra/stacks/data-stack.ts';

export interface ServiceTables {
  readonly documents: DynamoDBDocumentClient;
  readonly apiKeys: string;
  readonly owners: string;
  readonly members: string;
  readonly invitations: string;
  readonly sandboxes: string;
  readonly snapshots: string;
  readonly sandboxSpecs: string;
  readonly prebuilds: string;
  readonly edgeEntries: string;
  readonly conversations: string;
  readonly startTasks: string;
  readonly launchPaces: string;
  readonly sweepParts: string;
  readonly operations: string;
  readonly events: string;
  readonly pendingMessages: string;
  readonly uploads: string;
  readonly settings: string;
  readonly secrets: string;
  readonly deviceCodes: string;
  readonly apiCalls: string;
  readonly audit: string;
  readonly integratorEvents: string;
  readonly webhookEndpoints: string;
  readonly webhookMessages: string;
  readonly idempotency: string;
  readonly usage: string;
  readonly waits: string;
  readonly usageSums: string;
  readonly modelCalls: string;
  newClient(): DynamoDBClient;
  /** For code that configures its client from the environment. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** The tables of the data stack, synthesized once per worker. */
let synthesised: readonly TableResource[] | undefined;

/** Tables for all tests of a file. */
export async function useServiceTables(): Promise<ServiceTables> {
  const tables = await startServiceTables();
  afterAll(() => tables.stop());
  return tables;
}

export async function startServiceTables(): Promise<ServiceTables> {
  const dynamo = await createTestDynamoDb();
  const { url: endpoint, region, credentials } = dynamo;
  synthesised ??= tableResources();
  const names = await dynamo.createTables(synthesised);
  const clients: DynamoDBClient[] = [];
  const newClient = () => {
    const client = new DynamoDBClient({ endpoint, region, credentials });
    clients.push(client);
    return client;
  };
  const table = (noun: string): string => {
    const [, name] = Object.entries(names).find(([logicalId]) => logicalId.startsWith(`${noun}Table`)) ?? [];
    if (!name) throw new Error(`the data stack has no table ${noun}`);
    return name;
  };
  return {
    documents: DynamoDBDocumentClient.from(newClient(), { marshallOptions: { removeUndefinedValues: true } }),
    apiKeys: table('ApiKeys'),
    owners: table('Owners'),
    members: table('Members'),
    invitations: table('Invitations'),
    sandboxes: table('Sandboxes'),
    snapshots: table('Snapshots'),
    sandboxSpecs: table('SandboxSpecs'),
    prebuilds: table('Prebuilds'),
    edgeEntries: table('EdgeEntries'),
    conversations: table('Conversations'),
    startTasks: table('StartTasks'),
    launchPaces: table('LaunchPaces'),
    sweepParts: table('SweepParts'),
    operations: table('Operations'),
    events: table('Events'),
    pendingMessages: table('PendingMessages'),
    uploads: table('Uploads'),
    settings: table('Settings'),
    secrets: table('Secrets'),
    deviceCodes: table('DeviceCodes'),
    apiCalls: table('ApiCalls'),
    audit: table('Audit'),
    integratorEvents: table('IntegratorEvents'),
    webhookEndpoints: table('WebhookEndpoints'),
    webhookMessages: table('WebhookMessages'),
    idempotency: table('Idempotency'),
    usage: table('Usage'),
    waits: table('Waits'),
    usageSums: table('UsageSums'),
    modelCalls: table('ModelCalls'),
    newClient,
    environment: {
      AWS_ENDPOINT_URL: endpoint,
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    stop: async () => {
      for (const client of clients) client.destroy();
      await dynamo.stop();
    },
  };
}

function tableResources(): TableResource[] {
  const outdir = mkdtempSync(join(tmpdir(), 'tables-'));
  try {
    const app = new App({ outdir, analyticsReporting: false, builtinCloudFormationValidation: false });
    const stack = new DataStack(
      app,
      settingsFor((key) => (key === 'stage' ? 'local' : undefined)),
    );
    const tables = Template.fromStack(stack).findResources('AWS::DynamoDB::Table');
    // Tests use their own clocks, and DynamoDB Local would expire rows by the machine's clock.
    return Object.entries(tables).map(
      ([
        logicalId,
        {
          Properties: { TimeToLiveSpecification: _, ...properties },
        },
      ]) => ({
        logicalId,
        properties,
      }),
    );
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}
