import type { Sandbox } from '../record/sandbox.ts';

/** The fields of a sandbox that its entry at the edge comes from. */
export type EdgeSandbox = Pick<
  Sandbox,
  'owner_id' | 'sandbox_id' | 'address_id' | 'generation' | 'version' | 'deadline_at' | 'edge_key_hash' | 'opened_ports'
>;

/**
 * The wanted entries of the edge's store, which one writer brings there. Each public address belongs to at most one
 * sandbox, and each sandbox has at most one, so that no name ever leads to another sandbox.
 */
export interface EdgeEntries {
  /**
   * Claims the public address of a task for this generation, and asks for its entry. Safe to repeat.
   *
   * @param seenAt when AWS was asked for the address, by default now. Of two sandboxes with the same address, the later
   * one has it, because AWS gives an address away only after its last task has ended.
   * @returns `waiting` while the store may still have an entry of another sandbox with this address: the agent must not
   * get its keys yet. That entry is on its way out, so ask again.
   */
  take(sandbox: EdgeSandbox, publicAddress: string, seenAt?: Date): Promise<'taken' | 'waiting'>;
  /** Asks for the current entry of a generation that has its address, after its row changed. Safe to repeat. */
  refresh(sandbox: EdgeSandbox): Promise<void>;
  /**
   * Asks for the removal of this generation's entry, and refuses what was seen of its address before. Safe to repeat,
   * and for a generation without an entry.
   */
  leave(sandbox: Pick<EdgeSandbox, 'address_id' | 'generation'>): Promise<void>;
}

/** For deployments whose addresses need no entry: direct, behind a router, or with a port for each sandbox. */
export const noEdgeEntries: EdgeEntries = {
  take: async () => 'taken',
  refresh: async () => {},
  leave: async () => {},
};
