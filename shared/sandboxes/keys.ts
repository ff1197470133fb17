import { createHmac } from 'node:crypto';
import type { MasterKeys } from '../aws/master-keys.ts';
import { identity } from './identity.ts';
import type { Sandbox } from './sandbox.ts';

type KeyOwner = Pick<Sandbox, 'owner_id' | 'sandbox_id' | 'created_at' | 'generation' | 'key_id'>;

/**
 * The keys of sandboxes. They are derived and never stored: whoever has the record and the master key can make them again. The session key changes with each
 * generation, so that a key from before a pause opens nothing; the secret key does not, as the agent encrypts its files with it.
 */
export class SandboxKeys {
  private readonly master: MasterKeys;

  constructor(master: MasterKeys) {
    this.master = master;
  }

  /** The master key that new sandboxes derive from. */
  currentKeyId(): Promise<string> {
    return this.master.currentId();
  }

  /** It names its sandbox in front of the secret part, so that whoever is shown it reads one row and searches none. */
  async sessionKey(sandbox: KeyOwner): Promise<string> {
    const secret = await this.derive(sandbox, `session|${identity(sandbox)}|${sandbox.generation}`);
    return `${nameOf(sandbox)}.${secret}`;
  }

  /**
   * What the process of an agent starts with, as `OH_SECRET_KEY`: it opens the initialisation of this generation. An agent server that seals its files with the key it
   * was loaded with gets the secret key itself: with any other, what a conversation sealed before a pause could not be read after it.
   */
  initKey(sandbox: KeyOwner & Pick<Sandbox, 'seals_with_boot_key'>): Promise<string> {
    if (sandbox.seals_with_boot_key) return this.secretKey(sandbox);
    return this.derive(sandbox, `init|${identity(sandbox)}|${sandbox.generation}`);
  }

  secretKey(sandbox: KeyOwner): Promise<string> {
    return this.derive(sandbox, `secret|${identity(sandbox)}`);
  }

  /** What the access tokens of a sandbox are signed with. It outlives a pause, as what an agent remembers of them does. */
  accessKey(sandbox: KeyOwner): Promise<string> {
    return this.derive(sandbox, `access|${identity(sandbox)}`);
  }

  private async derive(sandbox: KeyOwner, purpose: string): Promise<string> {
    if (sandbox.key_id === null) throw new Error(`sandbox ${sandbox.sandbox_id} was never started and has no keys`);
    const master = await this.master.get(sandbox.key_id);
    return createHmac('sha256', master).update(purpose).digest('base64url');
  }
}

/** The sandbox that a session key claims to be of. @returns undefined for what is no session key. */
export function claimedSandbox(sessionKey: string): { ownerId: string; sandboxId: string } | undefined {
  const [, name] = SESSION_KEY.exec(sessionKey) ?? [];
  const [, ownerId, sandboxId] = /^(.+)\/([^/]+)$/.exec(Buffer.from(name ?? '', 'base64url').toString()) ?? [];
  if (!ownerId || !sandboxId) return undefined;
  // One sandbox has one name: other spellings of the same bytes are no keys.
  return nameOf({ owner_id: ownerId, sandbox_id: sandboxId }) === name ? { ownerId, sandboxId } : undefined;
}

/** Long enough for the longest ids that owners and sandboxes may have. */
const SESSION_KEY = /^([A-Za-z0-9_-]{1,1000})\.[A-Za-z0-9_-]{43}$/;

function nameOf({ owner_id: ownerId, sandbox_id: sandboxId }: Pick<Sandbox, 'owner_id' | 'sandbox_id'>): string {
  return Buffer.from(`${ownerId}/${sandboxId}`).toString('base64url');
}
