import { createHmac } from 'node:crypto';
import {
  deliveryKeyHash,
  edgeKeyHash,
  SandboxKeys,
  sessionKeyHash,
} from '../../../shared/domain/sandboxes/agent/keys.ts';
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

/** The hashes of the keys that `someKeys` derives. Rows in tests are made without waiting. */
export function someKeyHashes(sandbox: Sandbox) {
  const { generation, session_revision: revision } = sandbox;
  const name = Buffer.from(`${sandbox.owner_id}/${sandbox.sandbox_id}`).toString('base64url');
  const keyFor = (purpose: string, epoch: number) => {
    const secret = createHmac('sha256', FIRST).update(`${purpose}|${identity(sandbox)}|${epoch}`);
    return `${name}.${secret.digest('base64url')}`;
  };
  const sessionKey = keyFor('session', revision);
  return {
    session_key_hash: sessionKeyHash(sandbox, sessionKey),
    edge_key_hash: edgeKeyHash(sandbox, sessionKey),
    delivery_key_hash: deliveryKeyHash(sandbox, keyFor('delivery', generation)),
  };
}
