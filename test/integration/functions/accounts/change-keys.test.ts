import { describe, expect, it } from 'vitest';
import { createKey } from '../../../../functions/accounts/create-key.ts';
import { defaultScopes } from '../../../../shared/contract/shapes/scopes.ts';
import { at, DAY, keyScene, start } from '../../../support/accounts/keys/key-scene.ts';
import { badFields } from '../../../support/http/answers.ts';
import { invoke } from '../../../support/http/invoke.ts';

const { create, depsAt, get, issue, list, recorded, revoke, rotate, callerWithKey, storeWith, works } =
  await keyScene();

describe('creating a key', () => {
  it('returns its text once, and describes it without the text afterwards', async () => {
    const ann = await callerWithKey();
    const wish = {
      name: ' backend ',
      scopes: ['sandboxes:read', 'conversations:read', 'sandboxes:read'],
      expires_at: at(DAY).toISOString(),
      limits: { sandboxes: 3, vcpus: 8, requests_per_minute: 60, monthly_budget_usd: 12.5, monthly_sandbox_hours: 10 },
    };

    const { status, body } = await create(ann, wish);

    expect(status).toBe(200);
    const { key, ...described } = body;
    expect(described).toEqual({
      lineages: [described.id],
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

  it("uses the calling key's scopes, limits and expiry if the request has none", async () => {
    const full = await callerWithKey();
    const limits = { sandboxes: 2, monthly_budget_usd: 5 };
    const narrow = await callerWithKey({ scopes: ['keys:write', 'usage:read'], limits, expiresAt: at(DAY) });

    expect((await create(full)).body).toMatchObject({ scopes: defaultScopes, expires_at: null });
    expect((await create(narrow)).body).toMatchObject({
      scopes: ['keys:write', 'usage:read'],
      limits: { ...limits, requests_per_minute: null, monthly_sandbox_hours: null },
      expires_at: at(DAY).toISOString(),
    });
  });

  it('starts its validity at the requested time', async () => {
    const { body } = await create(await callerWithKey(), { not_before: at(60).toISOString() });

    expect([await works(body.key, at(59)), await works(body.key, at(60))]).toEqual([false, true]);
  });

  it.each([
    ['a scope that the caller lacks', { scopes: ['conversations:write'] }, 'conversations:write'],
    ['the power of an administrator', { scopes: ['keys:write', 'admin'] }, 'admin'],
  ])('is refused with %s', async (_, wish, missing) => {
    const ann = await callerWithKey({ scopes: ['keys:write', 'conversations:read'] });

    const { status, body } = await create(ann, wish);

    expect([status, body.code, body.required_scope]).toEqual([403, 'insufficient_scope', missing]);
    expect((await list(ann)).body).toHaveLength(1);
  });

  it('allows an administrator any scope', async () => {
    const root = await callerWithKey({ scopes: ['admin'] });

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
    const ann = await callerWithKey({ limits: { sandboxes: 2 }, expiresAt: at(DAY) });

    const answer = await create(ann, wish);

    expect([answer.status, badFields(answer)]).toEqual([422, [field]]);
  });

  it('accepts the request of older clients', async () => {
    const { status, body } = await create(await callerWithKey(), { name: null, expires_at: null, org_id: 'org-1' });

    expect([status, body.name, body.org_id]).toEqual([200, null, null]);
  });

  it('fails when the calling key is revoked during the request', async () => {
    const ann = await callerWithKey();
    const slow = { ...depsAt(start), keys: storeWith((keys) => keys.revoke(ann.keyId, start)) };

    const { status } = await invoke(createKey, slow, { caller: ann, body: {} });

    expect(status).toBe(401);
    expect((await list(ann)).body).toEqual([]);
  });

  it('is refused beyond two hundred working keys', async () => {
    const ann = await callerWithKey();
    const order = { ownerId: ann.ownerId, name: null, expiresAt: null };
    await Promise.all(Array.from({ length: 198 }, () => issue(order, start)));
    await issue({ ...order, expiresAt: at(-1) }, at(-2));

    expect((await create(ann)).status).toBe(200);
    const { status, body } = await create(ann);

    expect([status, body.code]).toEqual([409, 'conflict']);
  });
});

describe('rotating a key', () => {
  it('keeps it valid for the chosen overlap, while its successor works already', async () => {
    const ann = await callerWithKey();
    const wish = { name: 'backend', scopes: ['usage:read'], limits: { sandboxes: 1 }, expires_at: at(9 * DAY) };
    const { body: old } = await create(ann, wish);

    const { status, body } = await rotate(ann, old.id, { overlap_seconds: 3600 }, at(60));

    expect(status).toBe(201);
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

  it('stops it immediately without an overlap, and never extends its validity', async () => {
    const ann = await callerWithKey();
    const { body: old } = await create(ann);
    const { body: short } = await create(ann, { expires_at: at(60) });

    await rotate(ann, old.id, { overlap_seconds: 0 }, at(1));
    const { body } = await rotate(ann, short.id, { expires_at: at(DAY) }, at(1));

    expect(await works(old.key, at(1))).toBe(false);
    expect([body.previous.expires_at, body.expires_at]).toEqual([at(60).toISOString(), at(DAY).toISOString()]);
  });

  it('is possible with the key itself', async () => {
    const ann = await callerWithKey();

    const { status, body } = await rotate(ann, ann.keyId);

    expect([status, body.previous.expires_at]).toEqual([201, at(DAY).toISOString()]);
  });

  it('succeeds once, also for concurrent requests', async () => {
    const ann = await callerWithKey();
    const { body: old } = await create(ann);

    const answers = await Promise.all(Array.from({ length: 4 }, () => rotate(ann, old.id)));
    const late = await rotate(ann, old.id);

    const lost = [...answers, late].filter(({ status }) => status !== 201);
    expect(lost.map(({ status, body }) => [status, body.code, body.detail])).toEqual(
      Array.from({ length: 4 }, () => [
        409,
        'conflict',
        `API key ${old.id} was already rotated or revoked. Rotate its successor instead.`,
      ]),
    );
    expect((await list(ann)).body).toHaveLength(3);
  });

  it.each([
    ['what the caller may not', { scopes: ['usage:read'] }, { scopes: ['keys:write'] }, 'insufficient_scope'],
    ['more than the caller', {}, { limits: { sandboxes: 2 } }, 'forbidden'],
    ['longer than the caller', {}, { expiresAt: at(DAY) }, 'forbidden'],
    ['what does not count for the caller', { limits: { sandboxes: 1 } }, { limits: { sandboxes: 1 } }, 'forbidden'],
  ] as const)('cannot be one that may do %s', async (_, of, own, code) => {
    const caller = await callerWithKey(own);
    const { record } = await issue({ ownerId: caller.ownerId, name: null, expiresAt: null, ...of }, start);

    const { status, body } = await rotate(caller, record.key_id);

    expect([status, body.code]).toEqual([403, code]);
    expect((await list(caller)).body).toHaveLength(2);
  });

  it("shares the old key's limits and count, also if a limited key rotates its child", async () => {
    const ann = await callerWithKey({ limits: { sandboxes: 2 } });
    const { body: child } = await create(ann, { limits: { sandboxes: 1 } });

    const [other, self] = [await rotate(ann, child.id), await rotate(ann, ann.keyId)];

    expect([self.body.lineages, self.body.limits.sandboxes]).toEqual([[ann.keyId], 2]);
    expect([other.body.lineages, other.body.limits.sandboxes]).toEqual([[child.id, ann.keyId], 1]);
  });

  it('requires a new end when the key has expired', async () => {
    const ann = await callerWithKey();
    const { body: old } = await create(ann, { expires_at: at(60) });

    expect(badFields(await rotate(ann, old.id, {}, at(61)))).toEqual(['body.expires_at']);
    expect((await rotate(ann, old.id, { expires_at: at(DAY) }, at(61))).status).toBe(201);
  });

  it.each([[{ overlap_seconds: -1 }], [{ overlap_seconds: 30 * DAY + 1 }], [{ overlap_seconds: 1.5 }]])(
    'is refused with %o',
    async (body) => {
      const ann = await callerWithKey();

      expect(badFields(await rotate(ann, ann.keyId, body))).toEqual(['body.overlap_seconds']);
    },
  );
});

describe('revoking a key', () => {
  it('stops it, removes it from the list and answers 404 to a second request', async () => {
    const ann = await callerWithKey();
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
    const ann = await callerWithKey();
    const { body: made } = await create(ann);

    const answers = await Promise.all(Array.from({ length: 4 }, () => revoke(ann, made.id)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
    expect((await recorded(ann.ownerId, made.id)).audited).toHaveLength(2);
  });

  it('is possible for the last key of an owner, and for the key of the request', async () => {
    const ann = await callerWithKey();

    expect((await revoke(ann, ann.keyId)).status).toBe(200);
    expect(await works(ann.text, start)).toBe(false);
  });
});

describe('a key of another owner', () => {
  it('answers as for a key that does not exist', async () => {
    const [ann, mallory] = [await callerWithKey(), await callerWithKey({ scopes: ['admin'] })];

    for (const act of [get, revoke, rotate]) {
      const [theirs, nothing] = [await act(mallory, ann.keyId), await act(mallory, 'nothing00000')];
      const text = nothing.text.replaceAll('nothing00000', ann.keyId).replaceAll(nothing.requestId, theirs.requestId);
      expect([theirs.status, theirs.text]).toEqual([404, text]);
    }
    expect(await works(ann.text, start)).toBe(true);
  });
});
