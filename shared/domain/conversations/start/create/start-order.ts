import type * as z from 'zod';
import type { Visibility } from '../../../../contract/shapes/enums.ts';
import type { StartRequest } from '../../../../contract/shapes/start-request.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { TransactionPart } from '../../../../platform/transaction-part.ts';
import type { Vault } from '../../../../platform/vault.ts';
import type { StartBounds } from '../../../billing/budgets/start-rules.ts';
import type { LimitDeps, LimitPolicy } from '../../../sandboxes/intent/within-limit.ts';
import type { OwnSpecFinder } from '../../../sandboxes/own-specs/offered-spec.ts';
import type { Sandbox } from '../../../sandboxes/record/sandbox.ts';
import type { WorkspaceSnapshot } from '../../../sandboxes/record/workspace-snapshot.ts';
import type { SandboxSpec, SandboxSpecs } from '../../../sandboxes/specs/sandbox-specs.ts';
import type { SandboxChange, SandboxStore } from '../../../sandboxes/store/sandbox-store.ts';
import type { ClaimDeps } from '../../../sandboxes/warm/claim-warm-task.ts';
import type { LaunchedProfile } from '../../../settings/agent-profiles.ts';
import type { Conversation } from '../../record/conversation.ts';
import type { ConversationStore } from '../../record/conversation-store.ts';
import type { McpServers, RestartFields, StartTask } from '../task/start-task.ts';
import type { PreparedDeps } from './prepared-workspace.ts';

export interface StartDeps extends LimitDeps, ClaimDeps, OwnSpecFinder, PreparedDeps {
  /** Decides what a start of an existing conversation does with messages. @throws QueueFullError */
  readonly restartMessages: (order: RestartOrder) => Promise<RestartMessages>;
  readonly conversations: ConversationStore;
  readonly sandboxes: SandboxStore;
  readonly starts: ConversationStarts;
  readonly specs: SandboxSpecs;
  readonly vault: Pick<Vault, 'seal'>;
  readonly now: Clock;
}

/** A start of an existing conversation. */
export interface RestartOrder {
  readonly existing: Conversation;
  readonly message: z.output<typeof StartRequest>['initial_message'];
  readonly sandbox: Pick<Sandbox, 'sandbox_id' | 'generation'>;
  readonly now: Date;
}

export interface RestartMessages {
  /** The fields of its task. */
  readonly fields: RestartFields;
  /** The parts of its transaction that queue messages. */
  readonly parts: readonly TransactionPart[];
}

/** A create request in the common form of both generations. */
export interface StartOrder {
  readonly ownerId: string;
  readonly request: z.output<typeof StartRequest>;
  /** The conversation id that the caller chose, in its stored form. */
  readonly chosenId: string | null;
  readonly givenId: string | null;
  readonly mcpServers: McpServers | null;
  readonly replayJson: string | null;
  readonly policy: LimitPolicy;
  /** The snapshot that a new sandbox begins from. */
  readonly snapshot?: WorkspaceSnapshot | undefined;
  /** The spec of the sandbox that the snapshot is of, if its copy must have the same version. */
  readonly spec?: SandboxSpec | undefined;
  /** The build of which that snapshot is. */
  readonly prepared?: Sandbox['prepared'];
  /** Makes the new conversation a fork. Its sandbox begins from a snapshot of the other one's workspace. */
  readonly fork?: Fork;
  /** For a request that does not name a visibility. */
  readonly defaultVisibility?: Visibility | undefined;
  /** Who makes a new sandbox, and sees it. Follows from the rest of the order. */
  readonly privacy?: Pick<Sandbox, 'created_by' | 'private_to'>;
  /** Absent for the agent of the owner's settings. */
  readonly agentProfile?: LaunchedProfile | null;
  /** Makes further parts of the same transaction, for the caller's Idempotency-Key. */
  readonly claim?: (started: Started) => Promise<readonly TransactionPart[]>;
}

export interface Fork {
  readonly of: Conversation;
  /** The sandbox of that conversation, whose size and capacity the new one has. */
  readonly from: Sandbox;
  /** The last event of the history that the fork has; null for all of it. */
  readonly eventId: string | null;
}

export interface Started {
  readonly conversation: Conversation;
  readonly task: StartTask;
  readonly sandbox: Sandbox;
}

/** The rows that a start writes. */
export interface ConversationStart {
  readonly task: StartTask;
  /** An existing conversation moves from its previous sandbox to that of this start. */
  readonly conversation:
    | {
        readonly kind: 'new';
        readonly row: Conversation;
        /** False keeps it out of the list of a parent that others see: they must not learn its id. */
        readonly isListed?: boolean;
      }
    | { readonly kind: 'existing'; readonly row: Conversation; readonly previous: Conversation };
  /** The running or starting sandbox that the conversation joins. */
  readonly join: Join | null;
  readonly sandboxChanges: readonly SandboxChange[];
}

interface Join {
  readonly sandbox: Sandbox;
  /** 0 if the conversation is in the sandbox already. */
  readonly adds: 0 | 1;
  readonly at: string;
}

export interface ConversationStarts {
  /**
   * Writes all rows or none.
   *
   * @param bounds limits on starting a sandbox; not needed to join a running one
   * @param first further parts of the same transaction; their lost races are reported first
   * @throws ConversationExistsError, SandboxExistsError, SandboxLimitError; VersionConflictError when a sandbox or an
   * existing conversation has changed.
   */
  write(start: ConversationStart, bounds?: StartBounds, first?: readonly TransactionPart[]): Promise<void>;
}
