import { describe, expect, it } from 'vitest';
import type { Sealed, Vault } from '../../../shared/platform/vault.ts';

export function vaultSuite(vault: () => Vault): void {
  it.each(['sk-123', '', 'ä€🔑\n\u0000', 'x'.repeat(32_000)])('opens what it sealed', async (text) => {
    const sealed = await vault().seal('ann', 'settings', text);

    expect(await vault().open('ann', 'settings', sealed)).toBe(text);
  });

  it('opens a sealed text that went through JSON, which shows nothing of the plain text', async () => {
    const sealed: Sealed = JSON.parse(JSON.stringify(await vault().seal('ann', 'settings', 'very-secret-text')));

    expect(sealed).toEqual({
      v: 1,
      key: expect.any(String),
      iv: expect.any(String),
      data: expect.any(String),
      tag: expect.any(String),
    });
    const bytes = Object.values(sealed).map((part) => Buffer.from(String(part), 'base64').toString('latin1'));
    expect([JSON.stringify(sealed), ...bytes].join()).not.toContain('very-secret-text');
    expect(await vault().open('ann', 'settings', sealed)).toBe('very-secret-text');
  });

  it('seals the same text differently each time', async () => {
    const [one, other] = [await vault().seal('ann', 'p', 'text'), await vault().seal('ann', 'p', 'text')];

    expect(one.key).not.toBe(other.key);
    expect(one.data).not.toBe(other.data);
  });

  describe('open', () => {
    const refused = (open: Promise<string>) => expect(open).rejects.toMatchObject({ name: 'BrokenSealError' });

    it('refuses another owner or purpose, in any spelling', async () => {
      const sealed = await vault().seal('ann', 'settings', 'text');

      await refused(vault().open('bob', 'settings', sealed));
      await refused(vault().open('ann', 'secret', sealed));
      await refused(vault().open('ann","settings', '', sealed));
    });

    it.each(['key', 'iv', 'data', 'tag'] as const)(
      'refuses a sealed text whose %s was changed or taken from another',
      async (part) => {
        const sealed = await vault().seal('ann', 'settings', 'some text');
        const other = await vault().seal('ann', 'settings', 'other text');

        await refused(vault().open('ann', 'settings', { ...sealed, [part]: other[part] }));
        await refused(vault().open('ann', 'settings', { ...sealed, [part]: flipped(sealed[part]) }));
        await refused(vault().open('ann', 'settings', { ...sealed, [part]: '' }));
      },
    );

    it('refuses a shortened authentication tag', async () => {
      const sealed = await vault().seal('ann', 'settings', 'some text');
      const tag = Buffer.from(sealed.tag, 'base64').subarray(0, 4).toString('base64');

      await refused(vault().open('ann', 'settings', { ...sealed, tag }));
    });

    it('has owner and purpose in its error, but never the content', async () => {
      const sealed = await vault().seal('ann', 'settings', 'very-secret-text');

      const error = await vault()
        .open('bob', 'settings', sealed)
        .catch((thrown: unknown) => thrown);

      expect(String(error)).toMatch(/bob for 'settings'/);
      expect(JSON.stringify(error)).not.toContain('very-secret');
    });
  });
}

function flipped(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
  return bytes.toString('base64');
}
