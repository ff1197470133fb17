import type { TransactionPart } from '../../../../platform/transaction-part.ts';
import type { StartBounds } from '../../../billing/budgets/start-rules.ts';
import type { Sandbox } from '../../../sandboxes/record/sandbox.ts';
import type { SandboxChange } from '../../../sandboxes/store/sandbox-store.ts';
import type { Conversation } from '../../record/conversation.ts';
import type { StartTask } from '../task/start-task.ts';

/** A conversation with this id exists already: another request created it between our read and our write. */
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
  /** The sandbox that runs or starts already; any number of conversations may join it at once. */
  readonly join: Join | null;
  readonly sandboxChanges: readonly SandboxChange[];
}

interface Join {
  readonly sandbox: Sandbox;
  /** How many conversations it gets: none when the conversation is in it already. */
  readonly adds: 0 | 1;
  readonly at: string;
}

export interface ConversationStarts {
  /**
   * Writes all of it or nothing.
   *
   * @param bounds the conditions when a sandbox starts; a conversation that joins a running one needs none
   * @param first further parts of the same transaction; the races that they lose are reported first
   *
   * @throws ConversationExistsError, VersionConflictError when a sandbox or an existing conversation changed meanwhile,
   * SandboxExistsError, SandboxLimitError.
   */
  write(start: ConversationStart, bounds?: StartBounds, first?: readonly TransactionPart[]): Promise<void>;
}
