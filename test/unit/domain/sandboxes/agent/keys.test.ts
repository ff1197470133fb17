import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  authenticateDelivery,
  authenticateSandbox,
} from '../../../../../shared/domain/sandboxes/agent/authenticate-sandbox.ts';
import { claimedSandbox, SandboxKeys } from '../../../../../shared/domain/sandboxes/agent/keys.ts';
import { carriedSeal } from '../../../../../shared/domain/sandboxes/record/base-snapshot.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { MemoryMasterKeys } from '../../../../support/platform/memory-master-keys.ts';
import { aSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

const master = new MemoryMasterKeys();
const keys = new SandboxKeys(master);
const sandbox = aSandbox({ key_id: 'k1' });
const resumed = { ...sandbox, generation: 2 };

describe('keys of a sandbox', () => {
  it('are deterministic, and differ by purpose', async () => {
    const all = async () => [
      await keys.sessionKey(sandbox),
      await keys.deliveryKey(sandbox),
      await keys.initKey(sandbox),
      await keys.secretKey(sandbox),
      await keys.accessKey(sandbox),
    ];

    expect(await all()).toEqual(await all());
    expect(new Set(await all()).size).toBe(5);
    for (const key of await all()) expect(key).toMatch(/^([A-Za-z0-9_-]+\.)?[A-Za-z0-9_-]{43}$/);
  });

  it('of the task change with a resume: those that initialise it and deliver its events', async () => {
    expect(await keys.initKey(resumed)).not.toBe(await keys.initKey(sandbox));
    expect(await keys.deliveryKey(resumed)).not.toBe(await keys.deliveryKey(sandbox));
  });

  it('of the sandbox outlast a resume: the session key, and the key that encrypts its files', async () => {
    expect(await keys.sessionKey(resumed)).toBe(await keys.sessionKey(sandbox));
    expect(await keys.secretKey(resumed)).toBe(await keys.secretKey(sandbox));
  });

  it('include another session key after a rotation, and only that changes', async () => {
    const rotated = { ...sandbox, session_revision: sandbox.session_revision + 1 };

    expect(await keys.sessionKey(rotated)).not.toBe(await keys.sessionKey(sandbox));
    expect(await keys.deliveryKey(rotated)).toBe(await keys.deliveryKey(sandbox));
    expect(await keys.secretKey(rotated)).toBe(await keys.secretKey(sandbox));
  });

  it('have a hash for the edge that belongs to one sandbox', async () => {
    const key = await keys.sessionKey(sandbox);

    const { edge_key_hash: hash } = await keys.hashes(sandbox);

    expect(hash).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(hash).toBe(createHash('sha256').update(`${sandbox.address_id}|${key}`).digest('base64url').slice(0, 22));
  });

  it('except the session key do not authenticate a sandbox', async () => {
    const others = [await keys.initKey(sandbox), await keys.secretKey(sandbox), await keys.accessKey(sandbox)];

    expect(claimedSandbox(await keys.sessionKey(sandbox))).toEqual({
      ownerId: sandbox.owner_id,
      sandboxId: sandbox.sandbox_id,
    });
    expect(others.map(claimedSandbox)).toEqual([undefined, undefined, undefined]);
  });

  it("use the files' key as init key when the agent encrypts with its init key", async () => {
    const such = { ...sandbox, seals_with_boot_key: true };

    expect(await keys.initKey(such)).toBe(await keys.secretKey(sandbox));
    expect(await keys.initKey({ ...such, generation: 2 })).toBe(await keys.secretKey(sandbox));
  });

  it('differ from those of another sandbox', async () => {
    const other = aSandbox({ key_id: 'k1' });

    expect(await keys.sessionKey(other)).not.toBe(await keys.sessionKey(sandbox));
    expect(await keys.secretKey(other)).not.toBe(await keys.secretKey(sandbox));
  });

  it.each([{ owner_id: 'mallory' }, { created_at: '2027-01-01T00:00:00.000Z' }])(
    'differ from those of a sandbox with the same id of another owner or time: %o',
    async (difference) => {
      const other = aSandbox({ sandbox_id: sandbox.sandbox_id, key_id: 'k1', ...difference });

      expect(await keys.sessionKey(other)).not.toBe(await keys.sessionKey(sandbox));
      expect(await keys.initKey(other)).not.toBe(await keys.initKey(sandbox));
      expect(await keys.secretKey(other)).not.toBe(await keys.secretKey(sandbox));
    },
  );

  it('survive a rotation of the master key, which applies to new sandboxes', async () => {
    const before = await keys.secretKey(sandbox);
    master.rotate('k2');

    expect(await keys.secretKey(sandbox)).toBe(before);
    expect(await keys.currentKeyId()).toBe('k2');
    expect(await keys.secretKey({ ...sandbox, key_id: 'k2' })).not.toBe(before);
  });

  it('share nothing with a fork but the key of the files in the copied workspace', async () => {
    const fork = aSandbox({ key_id: 'k1', seal: carriedSeal(sandbox) });

    expect(await keys.secretKey(fork)).toBe(await keys.secretKey(sandbox));
    for (const key of ['sessionKey', 'deliveryKey', 'initKey', 'accessKey'] as const)
      expect(await keys[key](fork)).not.toBe(await keys[key](sandbox));
  });

  it('open the files of the copied workspace even after a rotation of the master key, and in a fork of the fork', async () => {
    const fork = aSandbox({ key_id: 'k2', seal: carriedSeal(sandbox) });
    const forkOfFork = aSandbox({ key_id: 'k3', seal: carriedSeal(fork) });

    expect(forkOfFork.seal).toEqual({ id: sandbox.seal.id, key_id: 'k1' });
    expect(await keys.secretKey(forkOfFork)).toBe(await keys.secretKey(sandbox));
  });

  it("include the copied workspace's key as init key of an agent that encrypts with its init key", async () => {
    const fork = aSandbox({ key_id: 'k1', seal: carriedSeal(sandbox), seals_with_boot_key: true });

    expect(await keys.initKey(fork)).toBe(await keys.secretKey(sandbox));
  });

  it('do not exist before the first start, nor when their master key is gone', async () => {
    await expect(keys.sessionKey(aSandbox())).rejects.toThrow('has never been started');
    await expect(keys.sessionKey({ ...sandbox, key_id: 'k0' })).rejects.toThrow("no key 'k0'");
  });
});

const running = aSandbox({ key_id: 'k1', phase: 'RUNNING', owner_id: 'some owner/with a slash' });

function authenticate(sessionKey: string | null, ...rows: readonly Sandbox[]) {
  const find = async (ownerId: string, id: string) =>
    rows.find((row) => row.owner_id === ownerId && row.sandbox_id === id);
  return authenticateSandbox(sessionKey, { sandboxes: { find } });
}

function delivers(deliveryKey: string | null, row: Sandbox) {
  return authenticateDelivery({ deliveryKey }, { sandboxes: { find: async () => row } });
}

describe('session key of a sandbox', () => {
  it('identifies its sandbox', async () => {
    const { owner_id: ownerId, sandbox_id: sandboxId } = running;

    expect(claimedSandbox(await keys.sessionKey(running))).toEqual({ ownerId, sandboxId });
  });

  it.each(['BOOTING', 'RUNNING', 'STOPPING'] as const)('is valid in %s', async (phase) => {
    expect(await authenticate(await keys.sessionKey(running), { ...running, phase })).toMatchObject({ phase });
  });

  it.each(['PENDING', 'PROVISIONING', 'SAVING', 'PAUSED', 'ERROR', 'EXPIRED', 'DELETING', 'DELETED'] as const)(
    'is refused in %s',
    async (phase) => {
      expect(await authenticate(await keys.sessionKey(running), { ...running, phase })).toBeUndefined();
    },
  );

  it('is refused while the row has no hash, which is written before the agent gets the key', async () => {
    const key = await keys.sessionKey(running);

    expect(await authenticate(key, { ...running, session_key_hash: null })).toBeUndefined();
    expect(await authenticate(`${key.slice(0, -1)}_`, running)).toBeUndefined();
  });

  it.each<Partial<Sandbox>>([
    { session_revision: running.session_revision + 1 },
    { created_at: '2027-01-01T00:00:00.000Z' },
    { desired: 'DELETED' },
  ])('is refused once it or the sandbox was replaced: %o', async (change) => {
    expect(await authenticate(await keys.sessionKey(running), { ...running, ...change })).toBeUndefined();
  });

  it.each<Partial<Sandbox>>([
    { phase: 'RUNNING', desired: 'DELETED' },
    { phase: 'STOPPING', desired: 'PAUSED' },
    { phase: 'STOPPING', desired: 'DELETED' },
    { phase: 'DELETING', desired: 'DELETED' },
  ])('delivers until the task of its generation has ended: %o', async (change) => {
    const row = { ...running, task_arn: 'arn:task/1', ...change };
    const key = await keys.deliveryKey(running);

    expect(await delivers(key, row)).toMatchObject(change);
    expect(await delivers(key, { ...row, generation: running.generation + 1 })).toBeUndefined();
    expect(await delivers(key, { ...row, created_at: '2027-01-01T00:00:00.000Z' })).toBeUndefined();
  });

  it.each<Partial<Sandbox>>([
    { phase: 'DELETING', desired: 'DELETED', task_arn: 'arn:task/1', task_ended_at: running.created_at },
    { phase: 'DELETING', desired: 'DELETED', task_arn: null },
    { phase: 'DELETED', desired: 'DELETED', task_arn: 'arn:task/1' },
    { phase: 'SAVING', task_arn: 'arn:task/1', task_ended_at: running.created_at },
    { phase: 'PAUSED', task_arn: 'arn:task/1', task_ended_at: running.created_at },
  ])('delivers nothing once the task has ended: %o', async (change) => {
    expect(await delivers(await keys.deliveryKey(running), { ...running, ...change })).toBeUndefined();
  });

  it('delivers nothing, also as a delivery key: clients have it', async () => {
    const key = await keys.sessionKey(running);

    expect(await delivers(null, running)).toBeUndefined();
    expect(await delivers(key, running)).toBeUndefined();
    expect(await authenticate(await keys.deliveryKey(running), running)).toBeUndefined();
  });

  it('authenticates no other sandbox, whatever id precedes the secret', async () => {
    const other = aSandbox({ key_id: 'k1', phase: 'RUNNING', owner_id: running.owner_id });
    const [name] = (await keys.sessionKey(other)).split('.');
    const [, secret] = (await keys.sessionKey(running)).split('.');

    expect(await authenticate(`${name}.${secret}`, running, other)).toBeUndefined();
  });

  it.each([
    null,
    '',
    'x',
    '.',
    `${Buffer.from('no slash').toString('base64url')}.${'a'.repeat(43)}`,
    `${Buffer.from('owner/').toString('base64url')}.${'a'.repeat(43)}`,
    `${'a'.repeat(5000)}.${'a'.repeat(43)}`,
  ])('is never %o', async (text) => {
    expect(await authenticate(text, running)).toBeUndefined();
  });

  it('has exactly one spelling', async () => {
    const key = await keys.sessionKey(running);

    for (const spelling of [`${key} `, key.replace('.', '=.'), `${key}A`, key.toUpperCase()]) {
      expect(await authenticate(spelling, running)).toBeUndefined();
    }
  });
});
