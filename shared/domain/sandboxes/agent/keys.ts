import { createHash, createHmac } from 'node:crypto';
import type { MasterKeys } from '../../../platform/aws/master-keys.ts';
import { carriedSeal } from '../record/base-snapshot.ts';
import { identity, launchedAs } from '../record/identity.ts';
import type { Sandbox } from '../record/sandbox.ts';

/** What the keys derive from. */
type KeyOwner = Pick<Sandbox, 'owner_id' | 'sandbox_id' | 'created_at' | 'generation' | 'session_revision' | 'key_id'>;

type Sealed = KeyOwner & Pick<Sandbox, 'seal'>;

/**
 * Derives the keys of sandboxes from the row and the master key; they are never stored. The session key outlasts
 * pauses, as the sandbox's addresses do, until it is rotated. The delivery key changes with each generation, so that a
 * task that should have ended delivers nothing. The secret key, with which the agent encrypts its files, belongs to the
 * workspace: it derives from the seal, which goes with every copy of the workspace. All others are of one sandbox.
 */
export class SandboxKeys {
  readonly #master: Pick<MasterKeys, 'currentId' | 'get'>;

  constructor(master: Pick<MasterKeys, 'currentId' | 'get'>) {
    this.#master = master;
  }

  /** The master key that new sandboxes derive from. */
  currentKeyId(): Promise<string> {
    return this.#master.currentId();
  }

  /** The key begins with the id of its sandbox, so that a check reads a single row. */
  async sessionKey(sandbox: KeyOwner): Promise<string> {
    const secret = await this.#derive(sandbox, `session|${identity(sandbox)}|${sandbox.session_revision}`);
    return `${nameOf(sandbox)}.${secret}`;
  }

  /** With this key an agent delivers its events. Clients never see it. It begins with the id of its sandbox, too. */
  async deliveryKey(sandbox: KeyOwner): Promise<string> {
    const secret = await this.#derive(sandbox, `delivery|${identity(sandbox)}|${sandbox.generation}`);
    return `${nameOf(sandbox)}.${secret}`;
  }

  /** The hashes that the row keeps of the keys that its agent gets. Written before the agent gets the keys. */
  async hashes(sandbox: KeyOwner & Pick<Sandbox, 'address_id'>): Promise<KeyHashes> {
    const sessionKey = await this.sessionKey(sandbox);
    return {
      session_key_hash: sessionKeyHash(sandbox, sessionKey),
      edge_key_hash: edgeKeyHash(sandbox, sessionKey),
      delivery_key_hash: deliveryKeyHash(sandbox, await this.deliveryKey(sandbox)),
    };
  }

  /**
   * The `OH_SECRET_KEY` of an agent's process, which authorises the initialisation of this generation. An agent server
   * that seals its files with its boot key gets the secret key itself, as it could not open those files after a pause
   * with another. A warm task was launched with the key of the pool's row.
   */
  initKey(sandbox: Sealed & Pick<Sandbox, 'seals_with_boot_key' | 'claimed'>): Promise<string> {
    if (sandbox.seals_with_boot_key) return this.secretKey(sandbox);
    const launched = launchedAs(sandbox);
    return this.#derive(sandbox, `init|${identity(launched)}|${launched.generation}`);
  }

  secretKey(sandbox: Sealed): Promise<string> {
    const { id, key_id } = carriedSeal(sandbox);
    return this.#derive({ ...sandbox, key_id }, `secret|${id}`);
  }

  /** Signs the access tokens of a sandbox. It stays the same after a pause, as agents keep their tokens. */
  accessKey(sandbox: KeyOwner): Promise<string> {
    return this.#derive(sandbox, `access|${identity(sandbox)}`);
  }

  async #derive(sandbox: Pick<Sandbox, 'sandbox_id' | 'key_id'>, purpose: string): Promise<string> {
    if (sandbox.key_id === null)
      throw new Error(`sandbox ${sandbox.sandbox_id} has never been started and has no keys`);
    const master = await this.#master.get(sandbox.key_id);
    return createHmac('sha256', master).update(purpose).digest('base64url');
  }
}

type KeyHashes = Pick<Sandbox, 'session_key_hash' | 'edge_key_hash' | 'delivery_key_hash'>;

/** What the row keeps of a session key, so that a check needs no master key. Another revision has another hash. */
export function sessionKeyHash(sandbox: Omit<KeyOwner, 'key_id'>, sessionKey: string): string {
  return hashOf(`${identity(sandbox)}|${sandbox.session_revision}|${sessionKey}`);
}

/** The same for a delivery key. Another generation has another hash. */
export function deliveryKeyHash(sandbox: Omit<KeyOwner, 'key_id'>, deliveryKey: string): string {
  return hashOf(`${identity(sandbox)}|delivery|${sandbox.generation}|${deliveryKey}`);
}

/** What the edge's entry has of a session key: as many characters as a credential needs. */
export function edgeKeyHash({ address_id: addressId }: Pick<Sandbox, 'address_id'>, sessionKey: string): string {
  return hashOf(`${addressId}|${sessionKey}`).slice(0, EDGE_HASH_LENGTH);
}

/** 132 bits. */
const EDGE_HASH_LENGTH = 22;

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** The sandbox that a session or delivery key claims to belong to. @returns undefined when it is no such key */
export function claimedSandbox(key: string): { ownerId: string; sandboxId: string } | undefined {
  const [, name] = KEY.exec(key) ?? [];
  const [, ownerId, sandboxId] = /^(.+)\/([^/]+)$/.exec(Buffer.from(name ?? '', 'base64url').toString()) ?? [];
  if (!ownerId || !sandboxId) return undefined;
  // A sandbox has exactly one name: other encodings of the same bytes are not keys.
  return nameOf({ owner_id: ownerId, sandbox_id: sandboxId }) === name ? { ownerId, sandboxId } : undefined;
}

/** Long enough for the longest ids of owners and sandboxes. */
const KEY = /^([A-Za-z0-9_-]{1,1000})\.[A-Za-z0-9_-]{43}$/;

function nameOf({ owner_id: ownerId, sandbox_id: sandboxId }: Pick<Sandbox, 'owner_id' | 'sandbox_id'>): string {
  return Buffer.from(`${ownerId}/${sandboxId}`).toString('base64url');
}
