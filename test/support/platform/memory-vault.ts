import { createHash, randomBytes } from 'node:crypto';
import { contextOf, decrypt, encrypt } from '../../../shared/platform/aws/kms-vault.ts';
import { BrokenSealError, type Sealed, type Vault } from '../../../shared/platform/vault.ts';

/** A vault with its own deployment key that counts its uses. */
export class MemoryVault implements Vault {
  seals = 0;
  opens = 0;
  /** Made at its first use: worlds make thousands of vaults that seal nothing. */
  #master: Uint8Array | undefined;

  async seal(ownerId: string, purpose: string, text: string): Promise<Sealed> {
    this.seals += 1;
    const salt = randomBytes(16);
    const context = contextOf(ownerId, purpose);
    return { v: 1, key: salt.toString('base64'), ...encrypt(text, this.dataKey(salt), context) };
  }

  async open(ownerId: string, purpose: string, sealed: Sealed): Promise<string> {
    this.opens += 1;
    try {
      return decrypt(sealed, this.dataKey(Buffer.from(sealed.key, 'base64')), contextOf(ownerId, purpose));
    } catch (cause) {
      throw new BrokenSealError(ownerId, purpose, { cause });
    }
  }

  private dataKey(salt: Uint8Array): Uint8Array {
    this.#master ??= randomBytes(32);
    return createHash('sha256').update(this.#master).update(salt).digest();
  }
}
