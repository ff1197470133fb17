import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OneShotSha256 } from '../../../../../shared/platform/aws/json-rpc/one-shot-sha256.ts';

const digestOf = async (parts: readonly Uint8Array[], secret?: string | Uint8Array) => {
  const hash = new OneShotSha256(secret);
  for (const part of parts) hash.update(part);
  return Buffer.from(await hash.digest()).toString('hex');
};

describe('SHA-256 of the signer', () => {
  it("is Node's, of any parts", () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array()), async (parts) => {
        expect(await digestOf(parts)).toBe(createHash('sha256').update(Buffer.concat(parts)).digest('hex'));
      }),
    ));

  it('is the HMAC of each secret, also of those that it has forgotten', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(fc.string({ minLength: 1 }), fc.uint8Array())), async (secrets) => {
        const part = Buffer.from('text');
        for (const secret of secrets)
          expect(await digestOf([part], secret)).toBe(createHmac('sha256', secret).update(part).digest('hex'));
      }),
    ));

  it('starts over after a reset', async () => {
    const hash = new OneShotSha256();
    hash.update(Buffer.from('forgotten'));
    hash.reset();
    hash.update(Buffer.from('kept'));

    expect(Buffer.from(await hash.digest()).toString('hex')).toBe(await digestOf([Buffer.from('kept')]));
  });
});
