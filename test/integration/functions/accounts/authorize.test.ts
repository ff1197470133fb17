import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { describe, expect, it, vi } from 'vitest';
import { limitsOf } from '../../../../shared/contract/shapes/limits.ts';
import { descentOfContext } from '../../../../shared/contract/shapes/lineages.ts';
import { defaultScopes } from '../../../../shared/contract/shapes/scopes.ts';
import { newApiKey } from '../../../../shared/domain/accounts/keys/api-key.ts';
import { DynamoKeyStore } from '../../../../shared/domain/accounts/keys/dynamo-key-store.ts';
import { issueKey } from '../../../../shared/domain/accounts/keys/issue-key.ts';
import { authorizerOf } from '../../../support/accounts/keys/authorizer-of.ts';
import { anOwner } from '../../../support/http/walk.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();
const keys = new DynamoKeyStore(tables.documents, tables);
const handler = await authorizerOf(tables, 100);

const api = 'arn:aws:execute-api:us-east-1:123456789012:abc123';
const authorize = (headers: Record<string, string>) => {
  const resource = '/api/v1/sandboxes/{sandbox_id}/pause';
  const methodArn = `${api}/v1/POST/api/v1/sandboxes/x/pause`;
  const event = { type: 'REQUEST', httpMethod: 'POST', resource, methodArn, headers };
  // The function does not read the rest of the event.
  return handler(event as APIGatewayRequestAuthorizerEvent);
};
const issue = (ownerId: string, name: string | null = 'laptop') =>
  issueKey({ ownerId, name, expiresAt: null }, keys, new Date());

describe('the authorizer', () => {
  it('passes the caller to the functions, and allows the call on the whole stage', async () => {
    const ownerId = anOwner();
    const { text, record } = await issue(ownerId);

    expect(await authorize({ 'X-Session-API-Key': text })).toEqual({
      principalId: ownerId,
      policyDocument: {
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: `${api}/v1/*` }],
      },
      context: expect.objectContaining({
        owner_id: ownerId,
        key_id: record.key_id,
        key_name: 'laptop',
        scheme: 'session-header',
        scopes: defaultScopes.join(' '),
        sandbox_limit: '',
      }),
    });
  });

  it('accepts bearer keys, and keys without a name', async () => {
    const { text } = await issue(anOwner(), null);

    const { context } = await authorize({ Authorization: `Bearer ${text}` });

    expect(context).toMatchObject({ scheme: 'bearer', key_name: '' });
  });

  it('uses the bearer key when both headers contain one', async () => {
    const [ann, bob] = [await issue(anOwner()), await issue(anOwner())];

    const { principalId } = await authorize({
      Authorization: `Bearer ${bob.text}`,
      'x-session-api-key': ann.text,
    });

    expect(principalId).toBe(bob.record.owner_id);
  });

  it('passes the scopes and limits of the key', async () => {
    const own = { scopes: ['usage:read', 'keys:read'], limits: { sandboxes: 2, monthly_budget_usd: 1.5 } } as const;
    const { text } = await issueKey({ ownerId: anOwner(), name: null, expiresAt: null, ...own }, keys, new Date());

    const { context } = await authorize({ Authorization: `Bearer ${text}` });

    expect(context).toMatchObject({
      scopes: 'keys:read usage:read',
      sandbox_limit: '2',
      requests_per_minute: '',
      monthly_budget_usd: '1.5',
      monthly_sandbox_hours: '',
    });
  });

  it('passes the lineages of the key', async () => {
    const above = [{ id: 'maker', limits: limitsOf({ sandboxes: 5 }) }];
    const order = { ownerId: anOwner(), name: null, expiresAt: null, descent: { lineage: 'first', above } };
    const { text } = await issueKey(order, keys, new Date());

    const { context } = await authorize({ Authorization: `Bearer ${text}` });

    expect(descentOfContext(context ?? {})).toEqual({ lineage: 'first', above });
  });

  it('refuses a key from the moment of its end on', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date() });
    try {
      // Ahead of the real clock, by which the database removes expired rows.
      const expiresAt = new Date(Date.now() + 3_600_000);
      const { text } = await issueKey({ ownerId: anOwner(), name: null, expiresAt }, keys, new Date());

      vi.setSystemTime(expiresAt.getTime() - 1_000);
      await expect(authorize({ Authorization: `Bearer ${text}` })).resolves.toBeDefined();

      vi.setSystemTime(expiresAt);
      await expect(authorize({ Authorization: `Bearer ${text}` })).rejects.toThrow('Unauthorized');
    } finally {
      vi.useRealTimers();
    }
  });

  it('records the use of a key at most once in ten minutes', async () => {
    const { text, record } = await issue(anOwner());
    const usedAt = async () => (await keys.find(record.key_id))?.last_used_at;

    await authorize({ Authorization: `Bearer ${text}` });
    const first = await vi.waitUntil(usedAt, { timeout: 30_000 });
    await authorize({ Authorization: `Bearer ${text}` });

    expect(Math.abs(Date.now() - Date.parse(first ?? ''))).toBeLessThan(60_000);
    expect(await usedAt()).toBe(first);
  });

  it("answers any other caller with API Gateway's 401", async () => {
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
