import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { listAudit } from '../../../../functions/accounts/list-audit.ts';
import { scopes } from '../../../../shared/contract/shapes/scopes.ts';
import { type AuditEntry, auditPart, writeAudit } from '../../../../shared/domain/accounts/audit/audit-item.ts';
import { DynamoAuditReader } from '../../../../shared/domain/accounts/audit/dynamo-audit-reader.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { anOwner } from '../../../support/http/walk.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();
const audit = new DynamoAuditReader(tables.documents, tables);

const start = Date.parse('2026-11-21T12:00:00.000Z');
const minute = (count: number) => new Date(start + count * 60_000);

function anEntry(ownerId: string, overrides: Partial<AuditEntry> = {}): AuditEntry {
  return {
    ownerId,
    actor: { type: 'key', ownerId, keyId: 'key1', keyName: 'laptop' },
    action: 'pause-sandbox',
    occurredAt: minute(0),
    outcome: 'success',
    resource: { sandbox_id: 'box1' },
    request: {
      requestId: 'req1',
      sourceIp: '203.0.113.7',
      userAgent: 'curl/8',
      method: 'POST',
      path: '/api/v1/sandboxes/{sandbox_id}/pause',
      status: 200,
    },
    ...overrides,
  };
}

const add = (entry: AuditEntry) => writeAudit(tables.documents, entry, tables.audit);

async function list(ownerId: string, query: Record<string, string | number> = {}) {
  const caller = { ownerId, scopes: ['audit:read'] } as const;
  const answer = await invoke(listAudit, { audit }, { query, caller });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const actionsOf = async (ownerId: string, query: Record<string, string | number> = {}) =>
  (await list(ownerId, query)).items.map(({ action }: { action: string }) => action);

describe('the audit log', () => {
  it('records who did what to what, when and from where', async () => {
    const owner = anOwner();
    await add(anEntry(owner));

    expect((await list(owner)).items).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        occurred_at: '2026-11-21T12:00:00.000Z',
        action: 'pause-sandbox',
        outcome: 'success',
        actor: { type: 'key', owner_id: owner, key_id: 'key1', name: 'laptop', user_id: null, user_name: null },
        resource: { sandbox_id: 'box1' },
        request: {
          id: 'req1',
          source_ip: '203.0.113.7',
          user_agent: 'curl/8',
          method: 'POST',
          path: '/api/v1/sandboxes/{sandbox_id}/pause',
          status: 200,
          code: null,
        },
      },
    ]);
  });

  it('records the actions of operators, who send no request', async () => {
    const owner = anOwner();
    await add(anEntry(owner, { actor: { type: 'operator', name: 'root' }, action: 'key.revoked', request: undefined }));

    const [entry] = (await list(owner)).items;
    expect(entry.actor).toEqual({
      type: 'operator',
      owner_id: null,
      key_id: null,
      name: 'root',
      user_id: null,
      user_name: null,
    });
    expect(entry.request).toBeNull();
  });

  it('returns its entries newest first, in pages, for its owner only', async () => {
    const [owner, stranger] = [anOwner(), anOwner()];
    for (const count of [0, 1, 2, 3, 4]) await add(anEntry(owner, { action: `a${count}`, occurredAt: minute(count) }));

    const first = await list(owner, { limit: 2 });
    const second = await list(owner, { limit: 2, page_id: first.next_page_id });
    const third = await list(owner, { limit: 2, page_id: second.next_page_id });

    const pages = [first, second, third].map(({ items }) => items.map(({ action }: { action: string }) => action));
    expect(pages).toEqual([['a4', 'a3'], ['a2', 'a1'], ['a0']]);
    expect(third.next_page_id).toBeNull();
    expect((await list(stranger)).items).toEqual([]);
    const caller = { ownerId: stranger, scopes: ['audit:read'] } as const;
    const query = { limit: 2, page_id: first.next_page_id };
    expect((await invoke(listAudit, { audit }, { query, caller })).status).toBe(422);
  });

  it('filters by time, action, key and resource', async () => {
    const owner = anOwner();
    const actor = { type: 'key', ownerId: owner, keyId: 'key2', keyName: null } as const;
    await add(anEntry(owner, { action: 'a0', actor }));
    await add(anEntry(owner, { action: 'a1', occurredAt: minute(1), resource: { conversation_id: 'c1', id: 'box2' } }));
    await add(anEntry(owner, { action: 'a2', occurredAt: minute(2) }));

    const [from, to] = [minute(1).toISOString(), minute(2).toISOString()];
    expect(await actionsOf(owner, { from, to })).toEqual(['a1']);
    expect(await actionsOf(owner, { from })).toEqual(['a2', 'a1']);
    expect(await actionsOf(owner, { to: from })).toEqual(['a0']);
    expect(await actionsOf(owner, { action: 'a2' })).toEqual(['a2']);
    expect(await actionsOf(owner, { key_id: 'key2' })).toEqual(['a0']);
    expect(await actionsOf(owner, { resource: 'box2' })).toEqual(['a1']);
    expect(await actionsOf(owner, { resource: 'box' })).toEqual([]);
    expect(await actionsOf(owner, { resource: 'box1', action: 'a2', from, key_id: 'key1' })).toEqual(['a2']);
    expect(await actionsOf(owner, { from: to, to: from })).toEqual([]);
  });

  it('is readable only with the scope audit:read', async () => {
    const withAllOthers = scopes.filter((scope) => scope !== 'audit:read' && scope !== 'admin');
    const answer = await listAuditWith(withAllOthers);

    expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_scope']);
    expect((await listAuditWith(['admin'])).status).toBe(200);
  });

  it('keeps an entry for a year, and never changes one', async () => {
    const owner = anOwner();
    const { item } = auditPart(anEntry(owner), tables.audit);
    await tables.documents.send(new TransactWriteCommand({ TransactItems: [item] }));

    const again = tables.documents.send(new TransactWriteCommand({ TransactItems: [item] }));

    await expect(again).rejects.toThrow('ConditionalCheckFailed');
    const row = item.Put?.Item;
    const Key = { owner_id: owner, entry_key: row?.entry_key };
    const { Item } = await tables.documents.send(new GetCommand({ TableName: tables.audit, Key }));
    expect(Item).toEqual(row);
    expect(Item?.expires_at).toBe(start / 1000 + 365 * 24 * 60 * 60);
  });

  it('truncates long values of callers', async () => {
    const owner = anOwner();
    const entry = anEntry(owner);
    const userAgent = 'x'.repeat(10_000);
    await add({ ...entry, request: { requestId: 'r', sourceIp: null, userAgent } });

    expect((await list(owner)).items[0].request.user_agent).toHaveLength(300);
  });
});

const listAuditWith = (held: readonly (typeof scopes)[number][]) =>
  invoke(
    {
      ...listAudit,
      endpoint: { ...listAudit.endpoint, errors: ['insufficient_scope'] },
    } as unknown as typeof listAudit,
    { audit },
    { caller: { ownerId: anOwner(), scopes: held } },
  );
