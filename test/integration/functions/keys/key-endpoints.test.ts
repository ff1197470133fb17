import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../../../../functions/keys/create-key.ts';
import { getKey } from '../../../../functions/keys/get-key.ts';
import { listKeys } from '../../../../functions/keys/list-keys.ts';
import { revokeKey } from '../../../../functions/keys/revoke-key.ts';
import { rotateKey } from '../../../../functions/keys/rotate-key.ts';
import type { Caller } from '../../../../shared/contract/caller.ts';
import { defaultScopes } from '../../../../shared/contract/shapes/scopes.ts';
import { authenticate } from '../../../../shared/domain/keys/authenticate.ts';
import type { ChangeKeysDeps } from '../../../../shared/domain/keys/change-keys.ts';
import { DynamoKeyStore } from '../../../../shared/domain/keys/dynamo-key-store.ts';
import { issueKey, type KeyOrder } from '../../../../shared/domain/keys/issue-key.ts';
import { KeyJournal } from '../../../../shared/domain/keys/key-journal.ts';
import { aCaller } from '../../../support/http/a-caller.ts';
import { badFields } from '../../../support/http/answers.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { anOwner } from '../../../support/http/walk.ts';
import { type ServiceTables, startServiceTables } from '../../../support/service-tables.ts';

let tables: ServiceTables;
let keys: DynamoKeyStore;
let journal: KeyJournal;
beforeAll(async () => {
  tables = await startServiceTables();
  keys = new DynamoKeyStore(tables.documents, tables);
  journal = new KeyJournal(tables);
}, 60_000);
afterAll(() => tables?.stop());

/** Ahead of the real clock, as the database removes rows that have expired by its own. */
const start = new Date('2035-01-01T12:00:00.000Z');
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const DAY = 86_400;

const depsAt = (time: Date): ChangeKeysDeps => ({ keys, journal, now: () => time });
const works = async (text: string, time: Date) =>
  (await authenticate({ Authorization: `Bearer ${text}` }, keys, () => time)) !== undefined;

async function somebody(own: Partial<KeyOrder> = {}): Promise<Caller & { readonly text: string }> {
  const order = { ownerId: anOwner(), name: 'first', expiresAt: null, ...own };
  const { record, text } = await issueKey(order, keys, start);
  const { owner_id: ownerId, key_id: keyId, name: keyName } = record;
  return { ...aCaller, ownerId, keyId, keyName, scopes: own.scopes ?? defaultScopes, text };
}

const create = (caller: Caller, body: unknown = {}, time = start) => invoke(createKey, depsAt(time), { caller, body });
const rotate = (caller: Caller, id: string, body: unknown = {}, time = start) =>
  invoke(rotateKey, depsAt(time), { caller, params: { key_id: id }, body });
const revoke = (caller: Caller, id: string, time = start) =>
  invoke(revokeKey, depsAt(time), { caller, params: { key_id: id } });
const get = (caller: Caller, id: string) => invoke(getKey, { keys }, { caller, params: { key_id: id } });
const list = (caller: Caller) => invoke(listKeys, { keys }, { caller: { ...caller, scopes: defaultScopes } });

async function recorded(ownerId: string, keyId: string): Promise<{ audited: unknown[]; emitted: unknown[] }> {
  const of = async (TableName: string) =>
    (
      await tables.documents.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'owner_id = :owner',
          ExpressionAttributeValues: { ':owner': ownerId },
        }),
      )
    ).Items ?? [];
  const [entries, events] = await Promise.all([of(tables.audit), of(tables.integratorEvents)]);
  const audited = entries.filter(({ resource }) => resource.key_id === keyId).map(({ action }) => action);
  return { audited, emitted: events.filter(({ object_id }) => object_id === keyId).map(({ type }) => type) };
}

describe('creating a key', () => {
  it('returns its text once, and describes it without the text afterwards', async () => {
    const ann = await somebody();
    const wish = {
      name: ' backend ',
      scopes: ['sandboxes:read', 'conversations:read', 'sandboxes:read'],
      expires_at: at(DAY).toISOString(),
      limits: { sandboxes: 3, requests_per_minute: 60, monthly_budget_usd: 12.5, monthly_sandbox_hours: 10 },
    };

    const { status, body } = await create(ann, wish);

    expect(status).toBe(200);
    const { key, ...described } = body;
    expect(described).toEqual({
      id: expect.stringMatching(/^[0-9A-Za-z]{12}$/),
      name: 'backend',
      last4: key.slice(-4),
      scopes: ['conversations:read', 'sandboxes:read'],
      limits: wish.limits,
      created_at: start.toISOString(),
      created_by: ann.keyId,
      last_used_at: null,
      not_before: null,
      expires_at: at(DAY).toISOString(),
      rotated_from: null,
      rotated_to: null,
      org_id: null,
    });
    expect(await works(key, start)).toBe(true);
    expect((await get(ann, body.id)).body).toEqual(described);
    const { body: listed } = await list(ann);
    expect(listed.map(({ id }: { id: string }) => id).toSorted()).toEqual([ann.keyId, body.id].toSorted());
    expect(JSON.stringify(listed)).not.toContain(key);
    expect(await recorded(ann.ownerId, body.id)).toEqual({ audited: ['key.created'], emitted: ['key.created'] });
  });

  it('gives the scopes, limits and end of the calling key when the request names none', async () => {
    const full = await somebody();
    const limits = { sandboxes: 2, monthly_budget_usd: 5 };
    const narrow = await somebody({ scopes: ['keys:write', 'usage:read'], limits, expiresAt: at(DAY) });

    expect((await create(full)).body).toMatchObject({ scopes: defaultScopes, expires_at: null });
    expect((await create(narrow)).body).toMatchObject({
      scopes: ['keys:write', 'usage:read'],
      limits: { ...limits, requests_per_minute: null, monthly_sandbox_hours: null },
      expires_at: at(DAY).toISOString(),
    });
  });

  it('starts its validity at the requested time', async () => {
    const { body } = await create(await somebody(), { not_before: at(60).toISOString() });

    expect([await works(body.key, at(59)), await works(body.key, at(60))]).toEqual([false, true]);
  });

  it.each([
    ['a scope that the caller lacks', { scopes: ['conversations:write'] }, 'conversations:write'],
    ['the power of an administrator', { scopes: ['keys:write', 'admin'] }, 'admin'],
  ])('is refused with %s', async (_, wish, missing) => {
    const ann = await somebody({ scopes: ['keys:write', 'conversations:read'] });

    const { status, body } = await create(ann, wish);

    expect([status, body.code, body.required_scope]).toEqual([403, 'insufficient_scope', missing]);
    expect((await list(ann)).body).toHaveLength(1);
  });

  it('allows an administrator any scope', async () => {
    const root = await somebody({ scopes: ['admin'] });

    expect((await create(root, { scopes: ['admin', 'audit:read'] })).body.scopes).toEqual(['audit:read', 'admin']);
    expect((await create(root)).body.scopes).toEqual(defaultScopes);
  });

  it.each([
    [{ limits: { sandboxes: 3 } }, 'body.limits.sandboxes'],
    [{ expires_at: '2035-01-03' }, 'body.expires_at'],
    [{ expires_at: '2034-12-31T12:00:00Z' }, 'body.expires_at'],
    [{ not_before: '2035-01-02', expires_at: '2035-01-01T13:00:00+00:00' }, 'body.not_before'],
    [{ scopes: [] }, 'body.scopes'],
    [{ scopes: ['everything'] }, 'body.scopes.0'],
    [{ limits: { sandbox: 1 } }, 'body.limits.sandbox'],
    [{ limits: { sandboxes: -1 } }, 'body.limits.sandboxes'],
    [{ limits: { requests_per_minute: 0 } }, 'body.limits.requests_per_minute'],
    [{ scope: 'keys:read' }, 'body.scope'],
    [{ name: '' }, 'body.name'],
    [{ name: 'x'.repeat(101) }, 'body.name'],
    [{ expires_at: 'tomorrow' }, 'body.expires_at'],
  ])('is refused with the invalid field of %o', async (wish, field) => {
    const ann = await somebody({ limits: { sandboxes: 2 }, expiresAt: at(DAY) });

    const answer = await create(ann, wish);

    expect([answer.status, badFields(answer)]).toEqual([422, [field]]);
  });

  it('accepts the request of older clients', async () => {
    const { status, body } = await create(await somebody(), { name: null, expires_at: null, org_id: 'org-1' });

    expect([status, body.name, body.org_id]).toEqual([200, null, null]);
  });

  it('fails when the calling key is revoked during the request', async () => {
    const ann = await somebody();
    const slow = { ...depsAt(start), keys: revokingOn(ann.keyId) };

    const { status } = await invoke(createKey, slow, { caller: ann, body: {} });

    expect(status).toBe(401);
    expect((await list(ann)).body).toEqual([]);
  });

  it('is refused beyond two hundred working keys', async () => {
    const ann = await somebody();
    const order = { ownerId: ann.ownerId, name: null, expiresAt: null };
    await Promise.all(Array.from({ length: 198 }, () => issueKey(order, keys, start)));
    await issueKey({ ...order, expiresAt: at(-1) }, keys, at(-2));

    expect((await create(ann)).status).toBe(200);
    const { status, body } = await create(ann);

    expect([status, body.code]).toEqual([409, 'conflict']);
  });
});

function revokingOn(keyId: string): ChangeKeysDeps['keys'] {
  return Object.assign(new DynamoKeyStore(tables.documents, tables), {
    add: async (...args: Parameters<DynamoKeyStore['add']>) => {
      await keys.revoke(keyId, start);
      await keys.add(...args);
    },
  });
}

describe('revoking a key', () => {
  it('stops it, removes it from the list, and answers 404 the second time', async () => {
    const ann = await somebody();
    const { body: made } = await create(ann);

    const first = await revoke(ann, made.id);
    const second = await revoke(ann, made.id);

    expect([first.status, first.body]).toEqual([200, { message: 'API key deleted successfully' }]);
    expect([second.status, (await get(ann, made.id)).status, (await rotate(ann, made.id)).status]).toEqual([
      404, 404, 404,
    ]);
    expect(await works(made.key, start)).toBe(false);
    expect((await list(ann)).body).toHaveLength(1);
    const { audited, emitted } = await recorded(ann.ownerId, made.id);
    expect([audited.toSorted(), emitted.toSorted()]).toEqual(
      Array.from({ length: 2 }, () => ['key.created', 'key.revoked']),
    );
  });

  it('succeeds for one of several concurrent requests', async () => {
    const ann = await somebody();
    const { body: made } = await create(ann);

    const answers = await Promise.all(Array.from({ length: 4 }, () => revoke(ann, made.id)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
    expect((await recorded(ann.ownerId, made.id)).audited).toHaveLength(2);
  });

  it('is possible for the last key of an owner, and for the key of the request', async () => {
    const ann = await somebody();

    expect((await revoke(ann, ann.keyId)).status).toBe(200);
    expect(await works(ann.text, start)).toBe(false);
  });
});

describe('rotating a key', () => {
  it('keeps it valid for the chosen overlap, while its successor works already', async () => {
    const ann = await somebody();
    const wish = { name: 'backend', scopes: ['usage:read'], limits: { sandboxes: 1 }, expires_at: at(9 * DAY) };
    const { body: old } = await create(ann, wish);

    const { status, body } = await rotate(ann, old.id, { overlap_seconds: 3600 }, at(60));

    expect(status).toBe(200);
    const { key, ...made } = old;
    const previous = { ...made, expires_at: at(3660).toISOString(), rotated_to: body.id };
    expect(body).toEqual({
      ...made,
      id: expect.not.stringContaining(old.id),
      key: expect.stringMatching(/^acs_/),
      last4: body.key.slice(-4),
      created_at: at(60).toISOString(),
      rotated_from: old.id,
      previous,
    });
    expect((await get(ann, old.id)).body).toEqual(previous);
    expect([await works(key, at(3659)), await works(key, at(3660))]).toEqual([true, false]);
    expect([await works(body.key, at(61)), await works(body.key, at(8 * DAY))]).toEqual([true, true]);
    expect((await recorded(ann.ownerId, old.id)).emitted.toSorted()).toEqual(['key.created', 'key.rotated']);
    expect(await recorded(ann.ownerId, body.id)).toEqual({ audited: ['key.created'], emitted: ['key.created'] });
  });

  it('stops it at once without an overlap, and never extends its validity', async () => {
    const ann = await somebody();
    const { body: old } = await create(ann);
    const { body: short } = await create(ann, { expires_at: at(60) });

    await rotate(ann, old.id, { overlap_seconds: 0 }, at(1));
    const { body } = await rotate(ann, short.id, { expires_at: at(DAY) }, at(1));

    expect(await works(old.key, at(1))).toBe(false);
    expect([body.previous.expires_at, body.expires_at]).toEqual([at(60).toISOString(), at(DAY).toISOString()]);
  });

  it('is possible with the key itself', async () => {
    const ann = await somebody();

    const { status, body } = await rotate(ann, ann.keyId);

    expect([status, body.previous.expires_at]).toEqual([200, at(DAY).toISOString()]);
  });

  it('succeeds once, also for concurrent requests', async () => {
    const ann = await somebody();
    const { body: old } = await create(ann);

    const answers = await Promise.all(Array.from({ length: 4 }, () => rotate(ann, old.id)));
    const late = await rotate(ann, old.id);

    const lost = [...answers, late].filter(({ status }) => status !== 200);
    expect(lost.map(({ status, body }) => [status, body.code, body.detail])).toEqual(
      Array.from({ length: 4 }, () => [
        409,
        'conflict',
        `API key ${old.id} was rotated or revoked already; rotate its successor instead`,
      ]),
    );
    expect((await list(ann)).body).toHaveLength(3);
  });

  it.each([
    ['what the caller may not', { scopes: ['usage:read'] }, { scopes: ['keys:write'] }, 'insufficient_scope'],
    ['more than the caller', {}, { limits: { sandboxes: 2 } }, 'forbidden'],
    ['longer than the caller', {}, { expiresAt: at(DAY) }, 'forbidden'],
  ] as const)('cannot be one that may do %s', async (_, of, own, code) => {
    const caller = await somebody(own);
    const { record } = await issueKey({ ownerId: caller.ownerId, name: null, expiresAt: null, ...of }, keys, start);

    const { status, body } = await rotate(caller, record.key_id);

    expect([status, body.code]).toEqual([403, code]);
    expect((await list(caller)).body).toHaveLength(2);
  });

  it('requires a new end when the key has expired', async () => {
    const ann = await somebody();
    const { body: old } = await create(ann, { expires_at: at(60) });

    expect(badFields(await rotate(ann, old.id, {}, at(61)))).toEqual(['body.expires_at']);
    expect((await rotate(ann, old.id, { expires_at: at(DAY) }, at(61))).status).toBe(200);
  });

  it.each([[{ overlap_seconds: -1 }], [{ overlap_seconds: 30 * DAY + 1 }], [{ overlap_seconds: 1.5 }]])(
    'is refused with %o',
    async (body) => {
      const ann = await somebody();

      expect(badFields(await rotate(ann, ann.keyId, body))).toEqual(['body.overlap_seconds']);
    },
  );
});

describe('a key of another owner', () => {
  it('answers as a key that does not exist', async () => {
    const [ann, mallory] = [await somebody(), await somebody({ scopes: ['admin'] })];

    for (const act of [get, revoke, rotate]) {
      const [theirs, nothing] = [await act(mallory, ann.keyId), await act(mallory, 'nothing00000')];
      const text = nothing.text.replaceAll('nothing00000', ann.keyId).replaceAll(nothing.requestId, theirs.requestId);
      expect([theirs.status, theirs.text]).toEqual([404, text]);
    }
    expect(await works(ann.text, start)).toBe(true);
  });
});
