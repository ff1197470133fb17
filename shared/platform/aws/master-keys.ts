import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';
import { duringInit } from '../init/wired.ts';
import { repeatable } from './call-limits.ts';

/** `current` names the key for new sandboxes; older ones stay, so that a rotation breaks no sandbox that lives. */
export const MasterSecret = z.object({ current: z.string() }).catchall(z.string());
export type MasterSecret = z.infer<typeof MasterSecret>;

export interface MasterKeys {
  /** The secret as it is now; as it was last, while Secrets Manager cannot be reached. */
  secret(): Promise<MasterSecret>;
  currentId(): Promise<string>;
  /** @throws when the secret holds no key of that id. */
  get(keyId: string): Promise<string>;
}

/**
 * The master keys in Secrets Manager: read once per execution environment, as a key never changes, and once more when a
 * key id is new to it. Which key is current is asked each time, so that a rotation counts for the next new sandbox.
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
      // A recent key works too, and a start should not fail because Secrets Manager cannot be reached.
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
    if (!/^k\d+$/.test(keyId) || !key) throw new Error(`the master secret holds no key '${keyId}'`);
    return key;
  }

  /** A failed read is not remembered. */
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
