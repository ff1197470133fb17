import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { handler } from '../../../functions/authorizer/authorize.ts';
import { newApiKey } from '../../../shared/keys/api-key.ts';
import { issueKey } from '../../../shared/keys/issue-key.ts';
import { DynamoKeyStore } from '../../../shared/keys/key-store.ts';
import { anOwner } from '../../support/walk.ts';
import { type ServiceTables, startServiceTables } from './service-tables.ts';

let tables: ServiceTables;
let keys: DynamoKeyStore;
beforeAll(async () => {
  tables = await startServiceTables();
  keys = new DynamoKeyStore(tables.documents, tables.apiKeys);
  vi.stubEnv('API_KEYS_TABLE', tables.apiKeys);
  for (const [name, value] of Object.entries(tables.environment)) vi.stubEnv(name, value);
}, 120_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await tables?.stop();
});

const api = 'arn:aws:execute-api:us-east-1:123456789012:abc123';
const authorize = (headers: Record<string, string>) => {
  const event = { type: 'REQUEST', methodArn: `${api}/v1/GET/api/v1/sandboxes/x/pause`, headers };
  // The rest of the event is not read.
  return handler(event as APIGatewayRequestAuthorizerEvent);
};
const issue = (ownerId: string, name: string | null = 'laptop') =>
  issueKey({ ownerId, name, expiresAt: null }, keys, new Date());

describe('the authorizer', () => {
  it('tells the functions who calls, and lets the call through to the whole stage', async () => {
    const ownerId = anOwner();
    const { text, record } = await issue(ownerId);

    expect(await authorize({ 'X-Session-API-Key': text })).toEqual({
      principalId: ownerId,
      policyDocument: {
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: `${api}/v1/*` }],
      },
      context: { owner_id: ownerId, key_id: record.key_id, key_name: 'laptop', scheme: 'session-header' },
    });
  });

  it('knows bearer keys, and keys without a name', async () => {
    const { text } = await issue(anOwner(), null);

    const { context } = await authorize({ Authorization: `Bearer ${text}` });

    expect(context).toMatchObject({ scheme: 'bearer', key_name: '' });
  });

  it('goes by the bearer key when both headers carry one', async () => {
    const [ann, bob] = [await issue(anOwner()), await issue(anOwner())];

    const { principalId } = await authorize({
      Authorization: `Bearer ${bob.text}`,
      'x-session-api-key': ann.text,
    });

    expect(principalId).toBe(bob.record.owner_id);
  });

  it('answers API Gateway’s own 401 to everybody else', async () => {
    const revoked = await issue(anOwner());
    await keys.revoke(revoked.record.key_id, new Date());

    const attempts: Record<string, string>[] = [
      {},
      { Authorization: 'Bearer' },
      { Authorization: 'Basic YTpi' },
      { 'X-Session-API-Key': 'nonsense' },
      { 'X-Session-API-Key': newApiKey().text },
      { 'X-Session-API-Key': revoked.text },
    ];
    for (const headers of attempts) await expect(authorize(headers)).rejects.toThrow(/^Unauthorized$/);
  });
});
