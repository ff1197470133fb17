import { describe, expect, it } from 'vitest';
import { at, DAY, keyScene, start } from '../../../support/accounts/keys/key-scene.ts';
import { badFields } from '../../../support/http/answers.ts';

const { create, get, issue, list, recorded, rotate, callerWithKey, works } = await keyScene();

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
