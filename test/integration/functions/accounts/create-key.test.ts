import { describe, expect, it } from 'vitest';
import { createKey } from '../../../../functions/accounts/create-key.ts';
import { defaultScopes } from '../../../../shared/contract/shapes/scopes.ts';
import { at, DAY, keyScene, start } from '../../../support/accounts/keys/key-scene.ts';
import { badFields } from '../../../support/http/answers.ts';
import { invoke } from '../../../support/http/invoke.ts';

const { create, depsAt, get, issue, list, recorded, callerWithKey, storeWith, works } = await keyScene();

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
      member: null,
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
