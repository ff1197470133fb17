import type { Sandbox } from './sandbox.ts';

/** A sandbox with this id exists already. */
export class SandboxExistsError extends Error {
  override readonly name = 'SandboxExistsError';
}

/** The owner runs as many sandboxes as they may. */
export class SandboxLimitError extends Error {
  override readonly name = 'SandboxLimitError';
}

export interface SandboxPage {
  readonly items: readonly Sandbox[];
  /** The sort position after which the next page starts, or null at the end. */
  readonly next: string | null;
}

/** Sandboxes by owner. A store that cannot ask across owners cannot leak across owners; only the sweep sees all. */
export interface SandboxStore {
  /** Reads what is stored now, not what was a moment ago. */
  find(ownerId: string, sandboxId: string): Promise<Sandbox | undefined>;
  /** In no particular order; unknown ids are missing. */
  findMany(ownerId: string, sandboxIds: readonly string[]): Promise<readonly Sandbox[]>;
  /** Newest first, without those that are being deleted. */
  list(ownerId: string, limit: number, after: string | null): Promise<SandboxPage>;
  /** Those that the owner's limit counts, oldest first. */
  listCounted(ownerId: string): Promise<readonly Sandbox[]>;
  /**
   * Adds a sandbox and counts it.
   *
   * @throws SandboxLimitError, SandboxExistsError
   */
  add(sandbox: Sandbox, limit: number): Promise<void>;
  /**
   * Writes `next` if the row is still at the version of `previous`, and keeps the owner's count in the same transaction.
   *
   * @throws VersionConflictError when somebody else wrote; SandboxLimitError when `next` would count one too many.
   */
  save(previous: Sandbox, next: Sandbox, limit?: number): Promise<void>;
  /** Writes all or nothing, as when one sandbox makes room for another. Same errors as `save`. */
  saveAll(changes: readonly { readonly previous: Sandbox; readonly next: Sandbox }[], limit?: number): Promise<void>;
  /** @throws VersionConflictError */
  remove(sandbox: Sandbox): Promise<void>;
  /** Everything that does not rest, of all owners, a page at a time: for the sweep alone. */
  watched(): AsyncIterable<readonly Sandbox[]>;
}
