import { describe, expect, it } from 'vitest';
import { claimedSandbox, SandboxKeys } from '../../../../../shared/domain/sandboxes/agent/keys.ts';
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
      await keys.initKey(sandbox),
      await keys.secretKey(sandbox),
      await keys.accessKey(sandbox),
    ];

    expect(await all()).toEqual(await all());
    expect(new Set(await all()).size).toBe(4);
    for (const key of await all()) expect(key).toMatch(/^([A-Za-z0-9_-]+\.)?[A-Za-z0-9_-]{43}$/);
  });

  it('change with a resume, except for the key that encrypts its files', async () => {
    expect(await keys.sessionKey(resumed)).not.toBe(await keys.sessionKey(sandbox));
    expect(await keys.initKey(resumed)).not.toBe(await keys.initKey(sandbox));
    expect(await keys.secretKey(resumed)).toBe(await keys.secretKey(sandbox));
  });

  it('open nothing of this service but the session key: no other names a sandbox', async () => {
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
      const other = { ...sandbox, ...difference };

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

  it('do not exist before the first start, nor when their master key is gone', async () => {
    await expect(keys.sessionKey(aSandbox())).rejects.toThrow('was never started');
    await expect(keys.sessionKey({ ...sandbox, key_id: 'k0' })).rejects.toThrow("no key 'k0'");
  });
});
