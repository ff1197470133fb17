import type { Sandbox } from '../record/sandbox.ts';

/** The fields of a sandbox that its entry at the edge comes from. */
export type EdgeSandbox = Pick<
  Sandbox,
  'owner_id' | 'sandbox_id' | 'address_id' | 'generation' | 'deadline_at' | 'edge_key_hash' | 'opened_ports'
>;

/**
 * The wanted entries of the edge's store, which one writer brings there. Each public address belongs to at most one
 * sandbox, and each sandbox has at most one, so that no name ever leads to another sandbox.
 */
export interface EdgeEntries {
  /**
   * Claims the public address of a task for this generation, and asks for its entry. Safe to repeat.
   *
   * @returns `waiting` while the store may still have an entry of another sandbox with this address, or an older entry
   * of this sandbox: the agent must not get its keys yet. The earlier entry is on its way out, so ask again.
   */
  take(sandbox: EdgeSandbox, publicAddress: string): Promise<'taken' | 'waiting'>;
  /** Asks for the current entry of a generation that has its address, after its row changed. Safe to repeat. */
  refresh(sandbox: EdgeSandbox): Promise<void>;
  /** Asks for the removal of this generation's entry. Safe to repeat; does nothing for a generation without one. */
  leave(sandbox: Pick<EdgeSandbox, 'address_id' | 'generation'>): Promise<void>;
}

/** For deployments whose addresses need no entry: direct, behind a router, or with a port for each sandbox. */
export const noEdgeEntries: EdgeEntries = {
  take: async () => 'taken',
  refresh: async () => {},
  leave: async () => {},
};
