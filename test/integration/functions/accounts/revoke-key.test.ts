import { describe, expect, it } from 'vitest';
import { keyScene, start } from '../../../support/accounts/keys/key-scene.ts';

const { create, get, list, recorded, revoke, rotate, callerWithKey, works } = await keyScene();

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
