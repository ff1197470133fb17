import type { SandboxChange } from '../sandboxes/sandbox-store.ts';
import type { StartTask } from '../start-tasks/start-task.ts';
import type { Conversation } from './conversation.ts';

/** A conversation with this id exists already: somebody made it between our read and our write. */
export class ConversationExistsError extends Error {
  override readonly name = 'ConversationExistsError';
}

/** Everything that one start writes. */
export interface ConversationStart {
  readonly task: StartTask;
  /** `existing` is started again: its row moves to the sandbox of this start. */
  readonly conversation: { readonly kind: 'new' | 'existing'; readonly row: Conversation };
  /** A sandbox that runs already is only checked: it must not be on its way out. */
  readonly runningSandboxId: string | null;
  readonly sandboxChanges: readonly SandboxChange[];
}

export interface ConversationStarts {
  /**
   * Writes all of it or nothing.
   *
   * @throws ConversationExistsError, VersionConflictError when a sandbox changed meanwhile, SandboxExistsError, SandboxLimitError.
   */
  write(start: ConversationStart, limit: number): Promise<void>;
}
