import type * as z from 'zod';
import type { StartRequest } from '../../../../contract/shapes/start-request.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { TransactionPart } from '../../../../platform/transaction-part.ts';
import type { Vault } from '../../../../platform/vault/vault.ts';
import type { LimitDeps, LimitPolicy } from '../../../sandboxes/intent/within-limit.ts';
import type { Sandbox } from '../../../sandboxes/record/sandbox.ts';
import type { SandboxSpecs } from '../../../sandboxes/specs/sandbox-specs.ts';
import type { SandboxStore } from '../../../sandboxes/store/sandbox-store.ts';
import type { ClaimDeps } from '../../../sandboxes/warm/claim-warm-task.ts';
import type { LaunchedProfile } from '../../../settings/agent-profiles/launched-profile.ts';
import type { Conversation } from '../../record/conversation.ts';
import type { ConversationStore } from '../../record/conversation-store.ts';
import type { McpServers, StartTask } from '../task/start-task.ts';
import type { ConversationStarts } from './conversation-starts.ts';

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
