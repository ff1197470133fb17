import { createHash } from 'node:crypto';
import type { DiskOwner } from './disks.ts';
import type { Sandbox } from './sandbox.ts';

/** Names the sandbox of a task. Readable in ECS as long as ECS knows the task, whereas task tags vanish at StopTask. */
export function startedBy(sandbox: Pick<Sandbox, 'owner_id' | 'sandbox_id' | 'generation'>): string {
  return `${encodeOwner(sandbox.owner_id)}/${sandbox.sandbox_id}/${sandbox.generation}`;
}

/** The owner of the warm pool. No caller can have this id, as owners' ids begin with a letter or digit. */
export const POOL_OWNER = '.warm-pool';

type Launched = Pick<Sandbox, 'owner_id' | 'sandbox_id' | 'created_at' | 'generation' | 'claimed'>;

/** The identity that the task was launched with: the sandbox's own, or that of the warm task that it claimed. */
export function launchedAs({ claimed, ...own }: Launched): Omit<Launched, 'claimed'> {
  if (claimed === null) return own;
  const { sandbox_id, created_at } = claimed;
  return { ...own, owner_id: POOL_OWNER, sandbox_id, created_at, generation: 1 };
}

/** @returns undefined for a task of another service */
export function parseStartedBy(
  text: string | undefined,
): { ownerId: string; sandboxId: string; generation: number } | undefined {
  const [owner, sandboxId, generation, ...rest] = text?.split('/') ?? [];
  if (!owner || !sandboxId || !generation || rest.length > 0 || !/^[1-9]\d*$/.test(generation)) return undefined;
  return { ownerId: decodeOwner(owner), sandboxId, generation: Number(generation) };
}

/** Names an owner's snapshot in the tag of its EBS snapshot. */
export function snapshotName({ owner_id, snapshot_id }: { readonly owner_id: string; readonly snapshot_id: string }) {
  return `${encodeOwner(owner_id)}/${snapshot_id}`;
}

/** @returns undefined for a text that is no such name */
export function parseSnapshotName(text: string | undefined): { ownerId: string; snapshotId: string } | undefined {
  const [owner, snapshotId, ...rest] = text?.split('/') ?? [];
  return owner && snapshotId && rest.length === 0 ? { ownerId: decodeOwner(owner), snapshotId } : undefined;
}

/** Unique for each sandbox, whatever ids owners choose and however often they reuse one. */
export function identity(sandbox: Pick<Sandbox, 'owner_id' | 'sandbox_id' | 'created_at'>): string {
  return `${sandbox.owner_id}/${sandbox.sandbox_id}/${sandbox.created_at}`;
}

/** Whether the workspace began in another sandbox, so that the agent has copies of that one's conversations. */
export function isCopied(sandbox: Pick<Sandbox, 'owner_id' | 'sandbox_id' | 'created_at' | 'seal'>): boolean {
  return sandbox.seal.id !== identity(sandbox);
}

/**
 * Names one try to start a task, in at most 64 characters. Tokens are shared within a cluster, and ids can be chosen:
 * without the mark, two owners' sandboxes could have the same token, and ECS would return the other owner's task.
 */
export function clientToken(sandbox: Sandbox): string {
  return `${sandbox.sandbox_id}-${sandbox.generation}-${sandbox.attempt}-${markOf(sandbox)}`;
}

/** A short form of the identity, for fields where it does not fit or must not be disclosed. */
export function markOf(sandbox: Pick<Sandbox, 'owner_id' | 'sandbox_id' | 'created_at'>): string {
  return createHash('sha256').update(identity(sandbox)).digest('hex').slice(0, 16);
}

/** The owner of this generation's disks. */
export function diskOwner(sandbox: Pick<Sandbox, 'owner_id' | 'sandbox_id' | 'generation' | 'created_at'>): DiskOwner {
  return { startedBy: startedBy(sandbox), mark: markOf(sandbox) };
}

/** Encodes characters of owner ids that `startedBy` cannot contain as an underscore and two hex digits. */
export function encodeOwner(ownerId: string): string {
  return ownerId.replace(/[^A-Za-z0-9-]/g, (character) => `_${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

function decodeOwner(encoded: string): string {
  return encoded.replace(/_([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Names the life of a task. An id can belong to a later sandbox, whose generations begin again. */
export function generationName({
  sandbox_id,
  created_at,
  generation,
}: {
  readonly sandbox_id: string;
  readonly created_at: string;
  readonly generation: number;
}): string {
  return `${sandbox_id}/${created_at}/${generation}`;
}
