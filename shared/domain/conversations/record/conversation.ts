import * as z from 'zod';
import {
  ConversationTrigger,
  ConversationWait,
  ExecutionStatus,
  ProviderType,
} from '../../../contract/shapes/enums.ts';
import { isUuid } from '../../../contract/shapes/ids.ts';
import { Moment } from '../../../contract/shapes/moments.ts';
import { StartWarning } from '../../../contract/shapes/start-warning.ts';
import { rowReader } from '../../../platform/aws/rows.ts';
import { timestamp } from '../../../platform/clock.ts';
import { uuidOf } from '../../../platform/ids.ts';
import { privacyFields } from '../../sandboxes/record/privacy-fields.ts';
import { Metrics } from './metrics.ts';
import { newShare, shareFields } from './share-link.ts';

/** The key of another row. */
const Id = z.string().min(1).max(255);

const ForkedFrom = z.object({
  conversation_id: Id,
  /** The last event of its history that the fork has; null for all of it. */
  event_id: z.string().nullable(),
  /** Its id on the agent server. */
  agent_conversation_id: z.string(),
  /** The sandbox with the copy. */
  sandbox_id: Id,
});
export type ForkedFrom = z.infer<typeof ForkedFrom>;

/** A row of the conversations table. Loose: older function versions keep the fields of newer ones. */
export const Conversation = z.looseObject({
  owner_id: z.string(),
  conversation_id: z.string(),
  /** The caller-chosen id, if it differs from the stored form. */
  given_id: z.string().nullable(),
  sandbox_id: Id,
  /** Distinguishes the sandbox from a later one with the same caller-chosen id. */
  sandbox_created_at: z.string(),
  title: z.string(),
  /** Set if the user chose the title. Reports of the agent do not replace it. */
  title_by: z.enum(['user']).nullish(),
  /** Whether the user requested a new title from the agent. Until it arrives, reported titles are ignored. */
  title_asked: z.boolean().nullish(),
  trigger: ConversationTrigger.nullable(),
  selected_repository: z.string().nullable(),
  selected_branch: z.string().nullable(),
  git_provider: ProviderType.nullable(),
  pr_number: z.array(z.int()),
  llm_model: z.string().nullable(),
  /** Set if the start named the model, which the owner's settings then do not replace. */
  llm_model_by: z.enum(['user']).nullish(),
  /** The name of the model profile that the user switched to. */
  llm_profile: z.string().nullish(),
  /** Whether the agent has not received it yet. */
  llm_profile_pending: z.boolean().nullish(),
  /** Whether the model's provider refused the key since the agent got it. From the agent's reports. */
  llm_refused: z.boolean().nullish(),
  /** Whether the model broker refused the interface of the agent's model, which was switched away from meanwhile. */
  llm_outdated: z.boolean().nullish(),
  /** When the settings of a model were read that the agent got after its start. */
  llm_sent_at: z.string().nullish(),
  /**
   * The hash of the key with which its agent calls the model broker. Null if the agent calls its model itself; absent
   * before the first start. While set, the owner alone chooses `llm_model`: agents' reports of it are ignored.
   */
  model_key_hash: z.string().nullish(),
  /** What its agent waits for: a budget that refused a request to its model. Absent once a request is admitted. */
  waits_for: ConversationWait.nullish(),
  waits_since: z.string().nullish(),
  /** Runs that the service has repeated since. */
  waits_runs: z.int().nullish(),
  /** What its models can cost in US dollars. Null or absent: as in the settings of the owner. 0: no limit. */
  max_budget_per_task: z.number().nullish(),
  /** Reported by the agent; absent for the standard agent. */
  agent_kind: z.literal('acp').nullish(),
  acp_server: z.string().nullish(),
  /** The agent profile that it was started with, and its revision. */
  launched_agent_profile: z.object({ agent_profile_id: z.string(), revision: z.int() }).nullish(),
  parent_conversation_id: Id.nullable(),
  sub_conversation_ids: z.array(Id),
  /** The number of conversations above this one. Absent without a parent, and on older rows. */
  depth: z.int().optional(),
  /** What it is a fork of. Its first sandbox has a copy of the other conversation's workspace. */
  forked_from: ForkedFrom.nullish(),
  /** Whether everyone who has its link can read it. */
  public: z.boolean().nullable(),
  ...shareFields,
  ...privacyFields,
  /** From the agent's last report. Null before the first one. */
  execution_status: ExecutionStatus.nullish(),
  /** The statuses that the write of the last one went through, oldest first: a run can end within one delivery. */
  status_path: z.array(ExecutionStatus).nullish(),
  metrics: Metrics.nullish(),
  tags: z.record(z.string(), z.string()).nullish(),
  /** The agent's working directory, from its last report. */
  working_dir: z.string().nullish(),
  /** The last activity by the agent's clock, in UTC with microseconds. */
  agent_updated_at: z.string().nullish(),
  /** The time of each reported field, so that older reports are ignored. */
  state_times: z.record(z.string(), z.string()).nullish(),
  /** Optimistic lock of changes by the agent. */
  state_version: z.int().optional(),
  /** Increases with each change by a user, for `If-Match`. Absent means 0. */
  revision: z.int().optional(),
  /** The latest start. Absent on older rows. */
  start_task_id: z.string().nullish(),
  /** Why the latest start failed, for the user. */
  start_error: z.string().nullish(),
  /** The warnings of the latest start. */
  start_warnings: z.array(StartWarning).nullish(),
  created_at: Moment,
  updated_at: Moment,
});
export type Conversation = z.infer<typeof Conversation>;

export const readConversation = /* @__PURE__ */ rowReader('conversation', Conversation);

/** The code of warnings about MCP servers, which hold until the agent creates the conversation again. */
export const SERVER_FAILED = 'mcp_server_failed';

export type NewConversation = Pick<
  Conversation,
  | 'owner_id'
  | 'conversation_id'
  | 'given_id'
  | 'sandbox_id'
  | 'sandbox_created_at'
  | 'trigger'
  | 'selected_repository'
  | 'selected_branch'
  | 'git_provider'
  | 'pr_number'
  | 'llm_model'
  | 'parent_conversation_id'
  | 'public'
> &
  Partial<
    Pick<
      Conversation,
      | 'launched_agent_profile'
      | 'depth'
      | 'llm_model_by'
      | 'llm_profile'
      | 'max_budget_per_task'
      | 'forked_from'
      | 'created_by'
      | 'private_to'
    >
  > & {
    readonly title: string | null;
  };

/** A new conversation. Without a chosen title it gets the default one. */
export function newConversation(given: NewConversation, now: Date): Conversation {
  const at = timestamp(now);
  const chosen = given.title?.trim();
  const title = chosen || defaultTitle(given.conversation_id);
  return {
    ...given,
    title,
    ...(chosen ? { title_by: 'user' } : {}),
    sub_conversation_ids: [],
    ...(given.public === true ? newShare(given.conversation_id, at) : {}),
    created_at: at,
    updated_at: at,
  };
}

/** Length limit of a chosen id in a title. */
const LONGEST_NAME = 60;

/** Shows the last characters of a generated id, or the first ones of a chosen id. */
export function defaultTitle(conversationId: string): string {
  return `Conversation ${isUuid(conversationId) ? conversationId.slice(-5) : conversationId.slice(0, LONGEST_NAME)}`;
}

/** The conversation's id on the agent server, which accepts only UUIDs. */
export function agentConversationId(conversation: Pick<Conversation, 'owner_id' | 'conversation_id'>): string {
  const { owner_id: ownerId, conversation_id: id } = conversation;
  return isUuid(id) ? id : uuidOf(`${ownerId}/${id}`);
}

/** Whether a budget refused its agent a request to its model, and none was admitted since. */
export function waitsAtBudget({ waits_for: reason }: Pick<Conversation, 'waits_for'>): boolean {
  return reason === 'budget';
}

/**
 * Why a conversation did not start; null if it started or still may. It did start if its agent has reported another
 * status than `idle`.
 *
 * @param status the agent's latest report, if any
 */
export function startError(
  { start_error: error }: Pick<Conversation, 'start_error'>,
  status: z.infer<typeof ExecutionStatus> | null | undefined,
): string | null {
  return status === null || status === undefined || status === 'idle' ? (error ?? null) : null;
}
