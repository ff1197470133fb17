import type { Sandbox } from '../record/sandbox.ts';

/** Another keeper added to the pool since its rows were read. */
export class PoolChangedError extends Error {
  override readonly name = 'PoolChangedError';
}

/** The warm pool as its keepers see it. The other writes of its rows are those of every sandbox. */
export interface WarmPool {
  /** All rows but those that were claimed or deleted, with the turn in which one may add to them. */
  look(): Promise<PoolLook>;
  /** Adds rows. @throws PoolChangedError when the turn is over, as another keeper has added some. */
  add(rows: readonly Sandbox[], turn: number): Promise<void>;
}

export interface PoolLook {
  /** Those that were just added are among them. */
  readonly rows: readonly Sandbox[];
  readonly turn: number;
}
