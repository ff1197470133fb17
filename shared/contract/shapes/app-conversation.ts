import * as z from 'zod';
import {
  Capacity,
  ConversationTrigger,
  ConversationWait,
  ExecutionStatus,
  ProviderType,
  SandboxStatus,
  Visibility,
} from './enums.ts';
import { DateTime, MakerId, QueryBoolean, SandboxId, TaskBudget, Timestamp } from './fields.ts';
import { Branch, Repository } from './repository.ts';
import { ResourcesRequest } from './resources.ts';
import { StartSecrets } from './start-request.ts';
import { StartWarning } from './start-warning.ts';
import { line, WORDS } from './text.ts';

export const AppConversation = z
  .object({
    id: z.string(),
    created_by_user_id: z.string().nullable(),
    sandbox_id: z.string(),
    selected_repository: z.string().nullable(),
    selected_branch: z.string().nullable(),
    git_provider: ProviderType.nullable(),
    title: z.string().nullable(),
    trigger: ConversationTrigger.nullable(),
    pr_number: z.array(z.int()),
    llm_model: z.string().nullable(),
    max_budget_per_task: z.number().nullable().meta({
      description:
        'What its language models can cost in US dollars, through the model broker. Null: as in the settings. 0: no limit.',
    }),
    waits_for: ConversationWait.nullable().meta({
      description:
        '`budget`: a budget refused a request to its model. It goes on within a minute or two after the budget has room, if its sandbox runs.',
    }),
    metrics: z.record(z.string(), z.unknown()).nullable(),
    parent_conversation_id: z.string().nullable(),
    sub_conversation_ids: z.array(z.string()),
    forked_from_conversation_id: z.string().nullable().meta({
      description: 'The conversation that this one was forked from, which may have been deleted since.',
    }),
    forked_from_event_id: z.string().nullable().meta({
      description:
        'The last event that was copied from that conversation. Null if all were copied, and for a conversation that is no fork.',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
    sandbox_status: SandboxStatus,
    execution_status: ExecutionStatus.nullable(),
    status_detail: z.string().nullable().meta({
      description:
        'Why the conversation failed to start, if that is why its `execution_status` is `error`. Null otherwise. The next start clears it.',
    }),
    warnings: z.array(StartWarning).optional().meta({
      description:
        'Problems of the last start that did not stop it, such as a setup script that failed. The next start clears them.',
    }),
    conversation_url: z.string().nullable().meta({
      description:
        'The URL of the conversation on its agent server. Null while there is none, and if `exposed_urls` of the sandbox does not show it. Changes with the URLs of the sandbox.',
    }),
    session_api_key: z.string().nullable(),
    workspace: z.object({ working_dir: z.string() }).nullable().meta({
      description:
        "The agent's working directory in the sandbox. Null if the sandbox is gone and no agent reported it.",
    }),
    agent_kind: z.string(),
    public: z.boolean().nullable().meta({
      description: 'Whether anyone who has its link can read it, without signing in.',
    }),
    share_id: z.string().nullable().meta({
      description:
        'The token of its public link, for the endpoints of the section Sharing. The page of the link is the URL of the console with `/shared/#` and this token. Null if the conversation is not public. A conversation that becomes public again gets a new token.',
    }),
    visibility: Visibility.meta({
      description:
        'Who can read the conversation and use its sandbox. `private`: the person who made it, admins of the owner, and API keys that belong to no person. `members`: all members of the owner.',
    }),
    tags: z.record(z.string(), z.string()),
    acp_server: z.string().nullable(),
    launched_agent_profile: z.object({ agent_profile_id: z.string(), revision: z.int().nullable() }).nullable(),
  })
  .meta({ id: 'AppConversation' });

export const Title = line(200).trim().min(1).meta({ pattern: WORDS });

export const AppConversationUpdate = z
  .object({
    title: Title.nullish(),
    public: z.boolean().nullish().meta({
      description:
        'True lets anyone who has the link (see `share_id`) read the conversation, without secrets and files. False or null revokes the link at once. Only for the person who made it, admins, and API keys that belong to no person.',
    }),
    visibility: Visibility.optional().meta({
      description:
        'Who can read the conversation and use its sandbox. `private` also revokes its public link. Fails with 409 `conflict` if its sandbox was started separately or has other conversations. Only for the person who made it, admins, and API keys that belong to no person.',
    }),
    max_budget_per_task: TaskBudget.nullish().meta({
      description:
        'What its language models can cost in US dollars. Null: as in the settings. 0: no limit. A raised budget applies to the next request to the model.',
    }),
    selected_repository: Repository.nullish(),
    selected_branch: Branch.nullish(),
    git_provider: ProviderType.nullish(),
  })
  .meta({ id: 'AppConversationUpdate' });

export const ForkRequest = z
  .object({
    event_id: line(128).min(1).nullable().default(null).meta({
      description:
        'The last event to copy. By default, the whole history is copied. The workspace is always copied as it is now.',
    }),
    title: Title.nullable()
      .default(null)
      .meta({ description: 'Defaults to the title of the source, followed by `(fork)`.' }),
    secrets: StartSecrets.meta({
      description:
        'Secrets for this conversation alone. Those that were sent with the start of the other conversation are not kept, so send them again.',
    }),
    resources: ResourcesRequest.nullable().default(null),
    capacity: Capacity.nullable().default(null),
  })
  .meta({ id: 'ForkAppConversationRequest' });

export const conversationFilters = {
  title__contains: line(200).optional(),
  created_at__gte: DateTime.optional(),
  created_at__lt: DateTime.optional(),
  updated_at__gte: DateTime.optional(),
  updated_at__lt: DateTime.optional(),
  sandbox_id__eq: SandboxId.optional(),
  selected_repository__eq: line(500).min(1).optional(),
  llm_model__eq: line(500).min(1).optional(),
  created_by_user_id__eq: MakerId,
  include_sub_conversations: QueryBoolean.default(false),
};
