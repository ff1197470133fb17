import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../shared/contract/endpoint/caller.ts';
import type { Scope } from '../../../../shared/contract/shapes/scopes.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { at, keyScene, start } from '../../../support/accounts/keys/key-scene.ts';
import { aRunningSandbox, within } from '../../../support/sandboxes/sandbox-data.ts';

const { create, recorded, revoke, revokeCompromised, callerWithKey, sandboxes, works } = await keyScene();

async function add({ ownerId }: Caller, overrides: Partial<Sandbox> = {}): Promise<Sandbox> {
  const next = aRunningSandbox({ owner_id: ownerId, ...overrides });
  await sandboxes.save([{ previous: null, next }], within(100));
  return next;
}

async function read({ owner_id, sandbox_id }: Sandbox): Promise<Sandbox> {
  return (await sandboxes.find(owner_id, sandbox_id)) ?? expect.fail('the sandbox is gone');
}

async function expectUnchanged(...all: readonly Sandbox[]): Promise<void> {
  for (const sandbox of all) {
    const { version, session_rotates, session_rotated_at } = sandbox;
    expect(await read(sandbox)).toMatchObject({ version, session_rotates, session_rotated_at });
  }
}

const paused = { desired: 'PAUSED', phase: 'PAUSED', snapshot_id: 'snap-1', exposed_urls: null } as const;
const rotates = { session_rotates: true, session_key_hash: null, edge_key_hash: null };
const answered = (rotated: number, complete = true) => ({
  message: 'API key deleted successfully',
  session_keys: { rotated, complete },
});

describe('revoking a compromised key', () => {
  it.each(['conversations:write', 'sandboxes:write', 'admin'] as const)(
    'with %s stops it, and rotates all session keys of its owner',
    async (scope) => {
      const [ann, bob] = [await callerWithKey({ scopes: ['admin'] }), await callerWithKey()];
      const [running, resting] = [await add(ann), await add(ann, paused)];
      const deleted = await add(ann, { desired: 'DELETED', phase: 'DELETING' });
      const foreign = await add(bob);
      const { body: leaked } = await create(ann, { scopes: [scope] });

      const { status, body } = await revokeCompromised(ann, leaked.id, at(60));

      expect([status, body]).toEqual([200, answered(2)]);
      expect(await works(leaked.key, at(60))).toBe(false);
      expect(await read(running)).toMatchObject({ ...rotates, desired: 'RUNNING', wanted_generation: 2 });
      expect(await read(resting)).toMatchObject({ ...rotates, desired: 'PAUSED', wanted_generation: 1 });
      await expectUnchanged(deleted, foreign);
    },
  );

  it.each([[['sandboxes:read', 'keys:write']], [['sandboxes:exec', 'sandboxes:files', 'conversations:read']]])(
    'with %j, which sees no session key, rotates none',
    async (scopes) => {
      const ann = await callerWithKey({ scopes: ['admin'] });
      const sandbox = await add(ann);
      const { body: leaked } = await create(ann, { scopes: scopes as Scope[] });

      expect((await revokeCompromised(ann, leaked.id)).body).toEqual(answered(0));
      await expectUnchanged(sandbox);
    },
  );

  it('rotates each key once, also for a repeated request, and only keys that it could see', async () => {
    const ann = await callerWithKey();
    const { body: leaked } = await create(ann);
    const seen = await add(ann, { session_rotated_at: at(-60).toISOString() });
    const rotatedSince = await add(ann, { session_rotated_at: at(61).toISOString(), session_revision: 2 });
    const younger = await add(ann, { created_at: at(61).toISOString() });

    const first = await revokeCompromised(ann, leaked.id, at(60));
    const once = await read(seen);
    const second = await revokeCompromised(ann, leaked.id, at(62));

    expect([first.body, second.status, second.body]).toEqual([answered(1), 200, answered(0)]);
    expect(await read(seen)).toEqual(once);
    await expectUnchanged(rotatedSince, younger);
  });

  it('is possible for a key that was revoked before, and for the key of the request', async () => {
    const ann = await callerWithKey();
    const sandbox = await add(ann);
    const { body: leaked } = await create(ann);
    await revoke(ann, leaked.id);

    expect((await revokeCompromised(ann, leaked.id, at(60))).body).toEqual(answered(1));
    expect((await revokeCompromised(ann, ann.keyId, at(120))).body).toEqual(answered(0));
    expect(await works(ann.text, at(120))).toBe(false);
    expect(await read(sandbox)).toMatchObject({ session_rotated_at: at(60).toISOString() });
  });

  it('succeeds for all of several concurrent requests, which revoke and rotate once', async () => {
    const ann = await callerWithKey();
    const many = [await add(ann), await add(ann), await add(ann)];
    const { body: leaked } = await create(ann);

    const answers = await Promise.all(Array.from({ length: 3 }, () => revokeCompromised(ann, leaked.id, at(60))));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.session_keys.rotated, 0)).toBe(many.length);
    expect(answers.every(({ body }) => body.session_keys.complete)).toBe(true);
    for (const sandbox of many) expect(await read(sandbox)).toMatchObject({ ...rotates, version: sandbox.version + 1 });
    expect((await recorded(ann.ownerId, leaked.id)).emitted).toHaveLength(2);
  });

  it('adds the revocation and each rotation to the audit log', async () => {
    const ann = await callerWithKey();
    await add(ann);
    await add(ann, paused);
    const { body: leaked } = await create(ann);

    await revokeCompromised(ann, leaked.id);
    await revokeCompromised(ann, leaked.id);

    const { audited } = await recorded(ann.ownerId, leaked.id);
    expect(audited.toSorted()).toEqual(['key.created', 'key.revoked', 'rotate-session-key', 'rotate-session-key']);
  });

  it('answers for a key of another owner as for one that does not exist, and changes nothing', async () => {
    const [ann, mallory] = [await callerWithKey(), await callerWithKey({ scopes: ['admin'] })];
    const [theirs, own] = [await add(ann), await add(mallory)];

    for (const isRevoked of [false, true]) {
      const [foreign, nothing] = [
        await revokeCompromised(mallory, ann.keyId),
        await revokeCompromised(mallory, 'nothing00000'),
      ];
      const text = nothing.text.replaceAll('nothing00000', ann.keyId).replaceAll(nothing.requestId, foreign.requestId);
      expect([foreign.status, foreign.text]).toEqual([404, text]);
      expect(await works(ann.text, start)).toBe(!isRevoked);
      await revoke(ann, ann.keyId);
    }
    await expectUnchanged(theirs, own);
  });
});
