import type { LogKey } from '../events/event-store.ts';
import type { Conversation } from '../record/conversation.ts';
import type { ChosenFile } from '../record/share-link.ts';

export interface FileToShare {
  readonly file: ChosenFile;
  readonly content: Uint8Array;
}

/** The copies of files that visitors of public links can read. */
export interface SharedFiles {
  /**
   * Replaces the files of a public conversation.
   *
   * @throws VersionConflictError when its link or its files have changed since it was read
   */
  replace(conversation: Conversation, files: readonly FileToShare[]): Promise<void>;
  /** @returns undefined for what was replaced */
  content(log: LogKey, fileId: string): Promise<Uint8Array | undefined>;
}
