import type * as z from 'zod';
import type { StartRequest } from '../../../../contract/shapes/start-request.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { TransactionPart } from '../../../../platform/transaction-part.ts';
import type { Vault } from '../../../../platform/vault.ts';
import type { StartBounds } from '../../../billing/budgets/start-rules.ts';
import type { LimitDeps, LimitPolicy } from '../../../sandboxes/intent/within-limit.ts';
import type { Sandbox } from '../../../sandboxes/record/sandbox.ts';
import type { SandboxSpecs } from '../../../sandboxes/specs/sandbox-specs.ts';
import type { SandboxChange, SandboxStore } from '../../../sandboxes/store/sandbox-store.ts';
import type { ClaimDeps } from '../../../sandboxes/warm/claim-warm-task.ts';
import type { LaunchedProfile } from '../../../settings/agent-profiles.ts';
import type { Conversation } from '../../record/conversation.ts';
import type { ConversationStore } from '../../record/conversation-store.ts';
import type { McpServers, StartTask } from '../task/start-task.ts';

export interface StartDeps extends LimitDeps, ClaimDeps {
  readonly conversations: ConversationStore;
  readonly sandboxes: SandboxStore;
  readonly starts: ConversationStarts;
  readonly specs: SandboxSpecs;
  readonly vault: Pick<Vault, 'seal'>;
  readonly now: Clock;
}

/** The common form of both generations' create requests. */
export interface StartOrder {
  readonly ownerId: string;
  readonly request: z.output<typeof StartRequest>;
  /** The conversation id that the caller chose, in the form it is stored under. */
  readonly chosenId: string | null;
  readonly givenId: string | null;
  readonly mcpServers: McpServers | null;
  readonly replayJson: string | null;
  readonly policy: LimitPolicy;
  /** The agent that its owner keeps under a name; absent for the one of their settings. */
  readonly agentProfile?: LaunchedProfile | null;
  /** Makes the parts of the same transaction that record the caller's claim (`Idempotent.claim`). */
  readonly claim?: (started: Started) => Promise<readonly TransactionPart[]>;
}

export interface Started {
  readonly conversation: Conversation;
  readonly task: StartTask;
  readonly sandbox: Sandbox;
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
