import * as z from 'zod';
import { duringInit } from '../init/wired.ts';
import { repeatable } from './call-limits.ts';
import { GetSecretValueCommand, SecretsManagerClient } from './secrets-manager-client.ts';

/** Keys by id. `current` is the id for new uses. Older keys stay valid after a rotation. */
export const MasterSecret = z.object({ current: z.string() }).catchall(z.string());
export type MasterSecret = z.infer<typeof MasterSecret>;

export interface MasterKeys {
  /** The current secret; the last known one while Secrets Manager is unreachable. */
  secret(): Promise<MasterSecret>;
  currentId(): Promise<string>;
  /** @throws when the secret has no key with this id */
  get(keyId: string): Promise<string>;
}

/**
 * Master keys in Secrets Manager. An execution environment reads them once, as a key never changes, and again for an
 * unknown key id. It always reads the id of the current key, so that a rotation takes effect immediately.
 */
export class SecretsManagerMasterKeys implements MasterKeys {
  readonly #client = new SecretsManagerClient(repeatable);
  readonly #secretArn: string;
  #secret: Promise<MasterSecret> | undefined;

  constructor(secretArn: string) {
    this.#secretArn = secretArn;
    duringInit(() => this.#read());
  }

  async secret(): Promise<MasterSecret> {
    const known = this.#secret;
    this.#secret = undefined;
    try {
      return await this.#read();
    } catch (error) {
      if (!known) throw error;
      // Recent keys stay valid, so callers need not fail while Secrets Manager is unreachable.
      this.#secret = known;
      return known;
    }
  }

  async currentId(): Promise<string> {
    return (await this.secret()).current;
  }

  async get(keyId: string): Promise<string> {
    let secret = await this.#read();
    if (!(keyId in secret)) {
      this.#secret = undefined;
      secret = await this.#read();
    }
    const key = secret[keyId];
    if (!/^k\d+$/.test(keyId) || !key) throw new Error(`the master secret has no key '${keyId}'`);
    return key;
  }

  /** Does not cache failures. */
  #read(): Promise<MasterSecret> {
    this.#secret ??= this.#fetch().catch((error: unknown) => {
      this.#secret = undefined;
      throw error;
    });
    return this.#secret;
  }

  async #fetch(): Promise<MasterSecret> {
    const { SecretString } = await this.#client.send(new GetSecretValueCommand({ SecretId: this.#secretArn }));
    return MasterSecret.parse(JSON.parse(SecretString ?? '{}'));
  }
}
