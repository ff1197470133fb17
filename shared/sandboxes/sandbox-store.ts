import type { Page } from '../paging/page.ts';
import type { Sandbox } from './sandbox.ts';

/** A sandbox with this id exists already. */
export class SandboxExistsError extends Error {
  override readonly name = 'SandboxExistsError';
}

/** The owner runs as many sandboxes as they may. */
export class SandboxLimitError extends Error {
  override readonly name = 'SandboxLimitError';
}

/** One write of one sandbox. Without a `previous`, the sandbox is new. */
export interface SandboxChange {
  readonly previous: Sandbox | null;
  readonly next: Sandbox;
}

/** Sandboxes by owner. A store that cannot ask across owners cannot leak across owners; only the sweep sees all. */
export interface SandboxStore {
  /** Reads what is stored now, not what was a moment ago. */
  find(ownerId: string, sandboxId: string): Promise<Sandbox | undefined>;
  /** In no particular order; unknown ids are missing. */
  findMany(ownerId: string, sandboxIds: readonly string[]): Promise<readonly Sandbox[]>;
  /** Newest first, without those that are being deleted. */
  list(ownerId: string, limit: number, after: string | null): Promise<Page<Sandbox>>;
  /** Those that the owner's limit counts, oldest first. */
  listCounted(ownerId: string): Promise<readonly Sandbox[]>;
  /**
   * Writes all or nothing, and keeps the owner's count in the same transaction. All changes are of one owner.
   *
   * @throws SandboxExistsError when a new sandbox is there already, VersionConflictError when somebody else wrote a row since it was read, SandboxLimitError when
   *   more sandboxes would count than `limit`; without a limit only shrinking changes are expected.
   */
  save(changes: readonly SandboxChange[], limit?: number): Promise<void>;
  /** @throws VersionConflictError */
  remove(sandbox: Sandbox): Promise<void>;
  /** Everything that does not rest, of all owners, a page at a time: for the sweep alone. */
  watched(): AsyncIterable<readonly Sandbox[]>;
}
