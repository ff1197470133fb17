import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createGateway, type GatewayOptions } from '../../../infra/local/gateway/gateway.ts';
import { defaultScopes } from '../../../shared/contract/shapes/scopes.ts';
import { DynamoKeyStore } from '../../../shared/domain/accounts/keys/dynamo-key-store.ts';
import { issueKey } from '../../../shared/domain/accounts/keys/issue-key.ts';
import { DynamoOwnerStore } from '../../../shared/domain/accounts/owners/dynamo-owner-store.ts';
import type { BenchCloud } from './bench-cloud.ts';

export interface Side {
  readonly name: 'on' | 'off';
  readonly baseUrl: string;
  /** What each request carries; creates have an Idempotency-Key of their own where such keys are on. */
  headers(isCreate: boolean): Record<string, string>;
  stop(): Promise<void>;
}

/** More than any run creates: the service checks the limit and no run reaches it. */
const PLENTY = 1_000_000;

/** As deployed: authorizer with look-up and count, limits and budgets, an Idempotency-Key for each create. */
export async function sideOn(cloud: BenchCloud): Promise<Side> {
  const { keys, owners } = storesOf(cloud);
  const limits = { sandboxes: PLENTY, monthly_budget_usd: PLENTY, monthly_sandbox_hours: PLENTY };
  await owners.add('bench-on', { ...limits, requests_per_minute: PLENTY }, 'operator', new Date(), []);
  const order = { ownerId: 'bench-on', name: 'bench', expiresAt: null };
  const { text } = await issueKey(
    { ...order, limits: { ...limits, requests_per_minute: PLENTY } },
    { add: (record) => keys.add(record) },
    new Date(),
  );
  return open('on', cloud, cloud.functions, (isCreate) => ({
    'X-Session-API-Key': text,
    ...(isCreate ? { 'Idempotency-Key': randomUUID() } : {}),
  }));
}

/** The same functions behind an authorizer of this bench, which reads and counts nothing. */
export async function sideOff(cloud: BenchCloud): Promise<Side> {
  const { owners } = storesOf(cloud);
  await owners.add('bench-off', { sandboxes: PLENTY }, 'operator', new Date(), []);
  const authorizer = cloud.nameOf('authorize');
  const functions: GatewayOptions['functions'] = {
    invoke: async (name, event) =>
      name === authorizer ? { payload: allowed(event) } : cloud.functions.invoke(name, event),
    invokeStreaming: (name, event) => cloud.functions.invokeStreaming(name, event),
  };
  return open('off', cloud, functions, () => ({ 'X-Session-API-Key': 'nobody-looks-at-this' }));
}

function allowed(event: unknown) {
  const { methodArn } = Object(event) as { methodArn: string };
  return {
    principalId: 'bench-off',
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: methodArn }],
    },
    context: {
      owner_id: 'bench-off',
      key_id: 'benchbench00',
      key_name: '',
      scheme: 'session-header',
      scopes: defaultScopes.join(' '),
    },
  };
}

async function open(
  name: Side['name'],
  { assembly }: BenchCloud,
  functions: GatewayOptions['functions'],
  headers: Side['headers'],
): Promise<Side> {
  const gateway = createGateway({ assembly, functions, log: () => undefined });
  const port = await gateway.listen(0, '127.0.0.1');
  return { name, baseUrl: `http://127.0.0.1:${port}`, headers, stop: () => gateway.stop() };
}

function storesOf({ assembly, client }: BenchCloud) {
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient(client), {
    marshallOptions: { removeUndefinedValues: true },
  });
  const table = (output: string): string => {
    const name = assembly.output('-data', output);
    if (name === undefined) throw new Error(`the data stack has no output ${output}`);
    return name;
  };
  return {
    keys: new DynamoKeyStore(documents, { apiKeys: table('ApiKeysTable') }),
    owners: new DynamoOwnerStore(documents, { owners: table('OwnersTable') }),
  };
}
