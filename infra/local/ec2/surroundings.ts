import type { DiskFolders } from './disk-folders.ts';
import type { ResourceStore } from './resource-store.ts';
import type { Trees } from './trees.ts';

/** What the parts of the local EC2 share. */
export interface Surroundings {
  readonly store: ResourceStore;
  readonly folders: DiskFolders;
  readonly trees: Trees;
  readonly log: (message: string) => void;
  readonly clock: () => Date;
  readonly region: string;
  readonly accountId: string;
  /** Aborted when this service ends. */
  readonly halted: AbortSignal;
}
