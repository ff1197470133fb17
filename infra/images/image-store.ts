import type { RegistryCredentials } from './registry-session.ts';

export interface StoreRepository {
  /** Host and name: `123456789012.dkr.ecr.eu-west-1.amazonaws.com/agent-server`. */
  readonly uri: string;
  readonly created: boolean;
  /** Whether a tag can be moved to another image later. */
  readonly tagsMove: boolean;
}

/** The account's own registry of images. */
export interface ImageStore {
  /** A repository whose tags never move and whose images are scanned; one that exists stays as it is. */
  ensureRepository(name: string): Promise<StoreRepository>;
  credentials(): Promise<RegistryCredentials>;
}
