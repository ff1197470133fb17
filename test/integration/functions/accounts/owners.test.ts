import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { createOwner } from '../../../../functions/accounts/create-owner.ts';
import { createOwnerKey } from '../../../../functions/accounts/create-owner-key.ts';
import { deleteOwner } from '../../../../functions/accounts/delete-owner.ts';
import { getOwner } from '../../../../functions/accounts/get-owner.ts';
import { listOwners } from '../../../../functions/accounts/list-owners.ts';
import { updateOwner } from '../../../../functions/accounts/update-owner.ts';
import type { Caller } from '../../../../shared/contract/endpoint/caller.ts';
import { limitsOf } from '../../../../shared/contract/shapes/limits.ts';
import { defaultScopes } from '../../../../shared/contract/shapes/scopes.ts';
import { DynamoKeyStore } from '../../../../shared/domain/accounts/keys/dynamo-key-store.ts';
import { issueKey } from '../../../../shared/domain/accounts/keys/issue-key.ts';
import { KeyJournal } from '../../../../shared/domain/accounts/keys/key-journal.ts';
import { DynamoOwnerStore } from '../../../../shared/domain/accounts/owners/dynamo-owner-store.ts';
import { DynamoMembers } from '../../../../shared/domain/accounts/people/dynamo-members.ts';
import { authenticate } from '../../../support/accounts/keys/authenticate.ts';
import { aCaller } from '../../../support/http/a-caller.ts';
import { badFields } from '../../../support/http/answers.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { anOwner } from '../../../support/http/walk.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const start = new Date('2035-01-01T12:00:00.000Z');
const none = limitsOf({});

const tables = await useServiceTables();
const keys = new DynamoKeyStore(tables.documents, tables);
const owners = new DynamoOwnerStore(tables.documents, tables);
const changes = new DynamoMembers(tables.documents, tables);
const deps = { keys, owners, changes, journal: new KeyJournal(tables), now: () => start };
const end = new Date('2035-02-01T00:00:00.000Z');
const order = { ownerId: 'root', name: null, scopes: ['admin'], expiresAt: end } as const;
const { record } = await issueKey(order, keys, start);
const root: Caller = { ...aCaller, ownerId: 'root', keyId: record.key_id, scopes: ['admin'] };

const create = (body: unknown) => invoke(createOwner, deps, { caller: root, body });
const read = (id: string) => invoke(getOwner, deps, { caller: root, params: { owner_id: id } });
const patch = (id: string, limits: unknown) =>
  invoke(updateOwner, deps, { caller: root, params: { owner_id: id }, body: { limits } });
const keyFor = (id: string, body: unknown = {}) =>
  invoke(createOwnerKey, deps, { caller: root, params: { owner_id: id }, body });
const whoHas = (key: string) => authenticate({ Authorization: `Bearer ${key}` }, deps.keys, () => start);

describe('an owner', () => {
  it('is created with limits and a working first key', async () => {
    const id = anOwner();
    const limits = { sandboxes: 20, monthly_budget_usd: 99.5 };

    const { status, body } = await create({ id, limits, key: { name: 'first', limits: { sandboxes: 2 } } });

    expect(status).toBe(201);
    const { key, ...owner } = body;
    expect(owner).toEqual({
      id,
      created_at: start.toISOString(),
      created_by: root.keyId,
      limits: { ...none, ...limits },
      active_sandboxes: 0,
      state: 'ACTIVE',
      suspension: null,
      deletion: null,
    });
    expect((await read(id)).body).toEqual(owner);
    expect(key).toMatchObject({ name: 'first', created_by: root.keyId, expires_at: null });
    expect(await whoHas(key.key)).toMatchObject({ ownerId: id, scopes: defaultScopes, limits: { sandboxes: 2 } });
  });

  it('is created once by concurrent requests, and never over an owner with keys', async () => {
    const [id, old] = [anOwner(), anOwner()];
    await issueKey({ ownerId: old, name: null, expiresAt: null }, deps.keys, start);

    const answers = await Promise.all(Array.from({ length: 4 }, () => create({ id, key: {} })));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    expect(await deps.keys.ofOwner(id, 10)).toHaveLength(1);
    expect((await create({ id: old })).status).toBe(409);
  });

  it('without a row is found by its key, and can get limits', async () => {
    const id = anOwner();
    await issueKey({ ownerId: id, name: null, expiresAt: null }, deps.keys, start);

    expect((await read(id)).body).toMatchObject({ id, created_at: null, limits: none });
    expect((await patch(id, { sandboxes: 3 })).body).toMatchObject({
      created_at: start.toISOString(),
      limits: { ...none, sandboxes: 3 },
    });
  });

  it('keeps the limits that a change does not name, and its counts', async () => {
    const id = anOwner();
    await create({ id, limits: { sandboxes: 5, requests_per_minute: 100 } });
    const count = { Key: { owner_id: id }, UpdateExpression: 'ADD active_sandboxes :two' };
    await tables.documents.send(
      new UpdateCommand({ TableName: tables.owners, ...count, ExpressionAttributeValues: { ':two': 2 } }),
    );

    await patch(id, { sandboxes: null, monthly_sandbox_hours: 12 });
    const { body } = await patch(id, {});

    expect(body.limits).toEqual({ ...none, requests_per_minute: 100, monthly_sandbox_hours: 12 });
    expect(body.active_sandboxes).toBe(2);
  });

  it('is changed once by concurrent requests for the same revision', async () => {
    const id = anOwner();
    await issueKey({ ownerId: id, name: null, expiresAt: null }, deps.keys, start);
    const change = (sandboxes: number, ifMatch: unknown) =>
      invoke(updateOwner, deps, {
        caller: root,
        params: { owner_id: id },
        body: { limits: { sandboxes } },
        headers: { 'If-Match': String(ifMatch) },
      });
    const { headers: before } = await read(id);

    const answers = await Promise.all([1, 2, 3].map((sandboxes) => change(sandboxes, before.ETag)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
    const won = answers.find(({ status }) => status === 200);
    const { headers, body } = await read(id);
    expect(body.limits).toEqual(won?.body.limits);
    expect((await change(9, before.ETag)).body.code).toBe('precondition_failed');
    expect((await change(9, headers.ETag)).body.limits.sandboxes).toBe(9);
  });

  it('is deleted only with its ID as confirmation', async () => {
    const id = anOwner();
    await create({ id });
    const erase = async () => undefined;
    const remove = (confirm: string) =>
      invoke(deleteOwner, { ...deps, erase }, { caller: root, params: { owner_id: id }, query: { confirm } });

    const refused = await remove('acme');

    expect([refused.status, badFields(refused)]).toEqual([422, ['query.confirm']]);
    expect(refused.body.detail).toBe(`query.confirm: Must be ${id}, the ID of the owner to delete.`);
    expect((await read(id)).body.state).toBe('ACTIVE');
    expect((await remove(id)).body).toMatchObject({ state: 'DELETING', deletion: { requested_by: root.keyId } });
  });

  it('answers 404 before it is created', async () => {
    const id = anOwner();

    const answers = await Promise.all([read(id), patch(id, { sandboxes: 1 }), keyFor(id)]);

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(await deps.owners.find(id)).toBeUndefined();
  });

  it.each([
    [{ id: '' }, 'body.id'],
    [{ id: 'a b' }, 'body.id'],
    [{ id: 'fine', limits: { sandboxes: 1.5 } }, 'body.limits.sandboxes'],
    [{ id: 'fine', limits: { money: 1 } }, 'body.limits.money'],
    [{ id: 'fine', key: { scopes: ['all'] } }, 'body.key.scopes.0'],
    [{ id: 'fine', name: 'x' }, 'body.name'],
  ])('is refused with the invalid field of %o', async (body, field) => {
    expect(badFields(await create(body))).toEqual([field]);
  });

  it('is listed in pages with all others', async () => {
    const ids = [anOwner(), anOwner(), anOwner()];
    for (const id of ids) await create({ id });

    const seen: string[] = [];
    let pageId: string | null = null;
    do {
      const query: Record<string, string | number> = { limit: 2, ...(pageId === null ? {} : { page_id: pageId }) };
      const { body } = await invoke(listOwners, deps, { caller: root, query });
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      pageId = body.next_page_id;
    } while (pageId !== null);

    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(ids));
  });
});

describe('a key that an administrator creates for another owner', () => {
  it("has no end by default, unless it is an administrator's", async () => {
    const id = anOwner();
    await create({ id });

    const ordinary = await keyFor(id, { scopes: ['audit:read'] });
    const admin = await keyFor(id, { scopes: ['admin'] });

    expect([ordinary.status, ordinary.body.expires_at, admin.body.expires_at]).toEqual([
      201,
      null,
      '2035-02-01T00:00:00.000Z',
    ]);
    expect(badFields(await keyFor(id, { scopes: ['admin'], expires_at: '2035-03-01' }))).toEqual(['body.expires_at']);
    expect(await whoHas(admin.body.key)).toMatchObject({ ownerId: id, scopes: ['admin'] });
  });
});

describe('a key that an administrator creates for their own owner', () => {
  it('has the limits, the end and the lineage of the key that makes it', async () => {
    const order = { ownerId: 'root', name: null, scopes: ['admin'], expiresAt: new Date('2035-03-01') } as const;
    const { record } = await issueKey({ ...order, limits: { sandboxes: 2 } }, deps.keys, start);
    const caller = { ...root, keyId: record.key_id, limits: record.limits };
    const make = (body: unknown) => invoke(createOwnerKey, deps, { caller, params: { owner_id: 'root' }, body });

    const { status, body } = await make({ name: 'own' });

    expect([status, body.limits.sandboxes, body.lineages, body.expires_at]).toEqual([
      201,
      2,
      [record.key_id],
      '2035-03-01T00:00:00.000Z',
    ]);
    expect(badFields(await make({ limits: { sandboxes: 3 } }))).toEqual(['body.limits.sandboxes']);
  });
});
