import { createHmac } from 'node:crypto';
import { SandboxKeys, sessionKeyHash } from '../../../shared/domain/sandboxes/agent/keys.ts';
import { identity } from '../../../shared/domain/sandboxes/record/identity.ts';
import type { Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import type { MasterKeys, MasterSecret } from '../../../shared/platform/aws/master-keys.ts';

const FIRST = 'the first master key';

export class MemoryMasterKeys implements MasterKeys {
  readonly #keys = new Map([['k1', FIRST]]);
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

/** The hash of the session key that `someKeys` derives. Rows in tests are made without waiting. */
export function someSessionKeyHash(sandbox: Sandbox): string {
  const secret = createHmac('sha256', FIRST).update(`session|${identity(sandbox)}|${sandbox.generation}`);
  const name = Buffer.from(`${sandbox.owner_id}/${sandbox.sandbox_id}`).toString('base64url');
  return sessionKeyHash(sandbox, `${name}.${secret.digest('base64url')}`);
}
