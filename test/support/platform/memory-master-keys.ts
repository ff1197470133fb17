import { SandboxKeys } from '../../../shared/domain/sandboxes/agent/keys.ts';
import type { MasterKeys, MasterSecret } from '../../../shared/platform/aws/master-keys.ts';

export class MemoryMasterKeys implements MasterKeys {
  readonly #keys = new Map([['k1', 'the first master key']]);
  #current = 'k1';

  rotate(keyId: string): void {
    this.#keys.set(keyId, `the master key ${keyId}`);
    this.#current = keyId;
  }

  async secret(): Promise<MasterSecret> {
    return { current: this.#current, ...Object.fromEntries(this.#keys) };
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
