import { describe, expect, it } from 'vitest';
import { SandboxKeys } from '../../../shared/sandboxes/keys.ts';
import { MemoryMasterKeys } from '../../support/memory-master-keys.ts';
import { aSandbox } from '../../support/sandbox-data.ts';

const master = new MemoryMasterKeys();
const keys = new SandboxKeys(master);
const sandbox = aSandbox({ key_id: 'k1' });
const resumed = { ...sandbox, generation: 2 };

describe('the keys of a sandbox', () => {
  it('are the same whenever they are asked for, and differ by purpose', async () => {
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

  it('change with a resume, all but the one that its files are encrypted with', async () => {
    expect(await keys.sessionKey(resumed)).not.toBe(await keys.sessionKey(sandbox));
    expect(await keys.initKey(resumed)).not.toBe(await keys.initKey(sandbox));
    expect(await keys.secretKey(resumed)).toBe(await keys.secretKey(sandbox));
  });

  it('load an agent that encrypts with what it was loaded with with the key of its files', async () => {
    const such = { ...sandbox, seals_with_boot_key: true };

    expect(await keys.initKey(such)).toBe(await keys.secretKey(sandbox));
    expect(await keys.initKey({ ...such, generation: 2 })).toBe(await keys.secretKey(sandbox));
  });

  it('are not those of another sandbox', async () => {
    const other = aSandbox({ key_id: 'k1' });

    expect(await keys.sessionKey(other)).not.toBe(await keys.sessionKey(sandbox));
    expect(await keys.secretKey(other)).not.toBe(await keys.secretKey(sandbox));
  });

  it.each([{ owner_id: 'mallory' }, { created_at: '2027-01-01T00:00:00.000Z' }])(
    'are not those of a sandbox that got the same id from another owner or at another time: %o',
    async (difference) => {
      const other = { ...sandbox, ...difference };

      expect(await keys.sessionKey(other)).not.toBe(await keys.sessionKey(sandbox));
      expect(await keys.initKey(other)).not.toBe(await keys.initKey(sandbox));
      expect(await keys.secretKey(other)).not.toBe(await keys.secretKey(sandbox));
    },
  );

  it('outlive a rotation of the master key, which counts for new sandboxes', async () => {
    const before = await keys.secretKey(sandbox);
    master.rotate('k2');

    expect(await keys.secretKey(sandbox)).toBe(before);
    expect(await keys.currentKeyId()).toBe('k2');
    expect(await keys.secretKey({ ...sandbox, key_id: 'k2' })).not.toBe(before);
  });

  it('do not exist before the first start, nor under a master key that is gone', async () => {
    await expect(keys.sessionKey(aSandbox())).rejects.toThrow('was never started');
    await expect(keys.sessionKey({ ...sandbox, key_id: 'k0' })).rejects.toThrow("no key 'k0'");
  });
});
