import type { Part } from '../aws/transact.ts';
import type { StartBounds } from '../budgets/verdict.ts';
import type { Sandbox } from '../sandboxes/sandbox.ts';
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
  /** An existing one is started again: its row moves from the sandbox that it was read with to that of this start. */
  readonly conversation:
    | { readonly kind: 'new'; readonly row: Conversation }
    | { readonly kind: 'existing'; readonly row: Conversation; readonly previousSandboxId: string };
  /** The sandbox when it runs or starts already. Then it must not be on its way out, and any number may join it at once. */
  readonly join: Join | null;
  readonly sandboxChanges: readonly SandboxChange[];
}

export interface Join {
  readonly sandbox: Sandbox;
  /** How many conversations it gets: none when the conversation is in it already. */
  readonly adds: 0 | 1;
  readonly at: string;
}

export interface ConversationStarts {
  /**
   * Writes all of it or nothing.
   *
   * @param bounds what must hold when a sandbox starts; a conversation that joins one that runs needs none
   * @param first what others write in the same transaction; what it loses is named before anything else
   *
   * @throws ConversationExistsError, VersionConflictError when a sandbox or an existing conversation changed meanwhile, SandboxExistsError, SandboxLimitError.
   */
  write(start: ConversationStart, bounds?: StartBounds, first?: readonly Part[]): Promise<void>;
}
