import type { MasterKeys } from '../../shared/aws/master-keys.ts';
import { SandboxKeys } from '../../shared/sandboxes/keys.ts';

/** Master keys in memory, with a rotation that tests can make. */
export class MemoryMasterKeys implements MasterKeys {
  readonly #keys = new Map([['k1', 'the first master key']]);
  #current = 'k1';

  rotate(keyId: string): void {
    this.#keys.set(keyId, `the master key ${keyId}`);
    this.#current = keyId;
  }

  async currentId(): Promise<string> {
    return this.#current;
  }

  async get(keyId: string): Promise<string> {
    const key = this.#keys.get(keyId);
    if (!key) throw new Error(`the master secret holds no key '${keyId}'`);
    return key;
  }
}

export function someKeys(): SandboxKeys {
  return new SandboxKeys(new MemoryMasterKeys());
}
