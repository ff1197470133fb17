import * as z from 'zod';
import { ConversationStatus, ConversationTrigger, LegacyGitProvider, ProviderType, TaskType } from './enums.ts';
import { ChosenConversationId, limit, PageId, QueryBoolean, Timestamp } from './fields.ts';
import { McpConfig } from './mcp-config.ts';
import { ImageUrls, uploadIn } from './pictures.ts';
import { readRecording, recordingForm } from './recording.ts';
import { Branch, Repository } from './repository.ts';
import { freeText, line } from './text.ts';

/** Validated here, as the start would fail minutes later in the sandbox. */
const Replay = z
  .string()
  .superRefine((text, context) => {
    if (uploadIn(text) !== undefined) return;
    const recording = readRecording(text);
    if ('problem' in recording) context.addIssue({ code: 'custom', message: recording.problem });
  })
  .meta({
    contentMediaType: 'application/json',
    contentSchema: recordingForm,
    description:
      'A recorded conversation as JSON text: the list of its events, an object with that list as `trajectory` or `events`, or one event on each line. At most 10,000 events. A recording of more than 5 MB is uploaded before: `upload:{upload_id}` then stands for it.',
  });

const SuggestedTask = z
  .strictObject({
    repo: Repository,
    issue_number: z.int().optional(),
    title: line(1000).optional(),
    git_provider: LegacyGitProvider.nullish(),
    task_type: TaskType.nullish(),
  })
  .meta({ id: 'LegacySuggestedTask' });

const CreateMicroagent = z
  .strictObject({ repo: Repository, title: line(1000).nullish(), git_provider: LegacyGitProvider.nullish() })
  .meta({ id: 'CreateMicroagent' });

export const CreateConversationRequest = z
  .strictObject({
    repository: Repository.nullish(),
    git_provider: LegacyGitProvider.nullish(),
    selected_branch: Branch.nullish(),
    initial_user_msg: freeText(200_000).nullish(),
    image_urls: ImageUrls.nullish(),
    replay_json: Replay.nullish(),
    suggested_task: SuggestedTask.optional(),
    create_microagent: CreateMicroagent.optional(),
    conversation_instructions: freeText(100_000).nullish(),
    mcp_config: McpConfig.optional(),
    conversation_id: ChosenConversationId.optional(),
  })
  .meta({ id: 'CreateConversationRequest' });

export const ConversationResponse = z
  .object({
    status: z.string(),
    conversation_id: z.string(),
    message: z.string().nullable(),
    conversation_status: ConversationStatus.nullable(),
  })
  .meta({ id: 'ConversationResponse' });

export const LegacyConversation = z
  .object({
    conversation_id: z.string(),
    title: z.string(),
    last_updated_at: Timestamp.nullable(),
    status: ConversationStatus,
    message: z.string().nullable(),
    runtime_status: z.string().nullable(),
    selected_repository: z.string().nullable(),
    selected_branch: z.string().nullable(),
    git_provider: ProviderType.nullable(),
    trigger: ConversationTrigger.nullable(),
    num_connections: z.int(),
    url: z.string().nullable(),
    session_api_key: z.string().nullable(),
    created_at: Timestamp,
    pr_number: z.array(z.int()),
    conversation_version: z.literal('V1'),
    sub_conversation_ids: z.array(z.string()),
  })
  .meta({ id: 'LegacyConversation' });

export const LegacyConversationPage = z.object({
  results: z.array(LegacyConversation),
  next_page_id: z.string().nullable(),
});

export const LegacyConversationsQuery = z.object({
  page_id: PageId.optional(),
  limit: limit(20),
  selected_repository: line(500).optional(),
  conversation_trigger: ConversationTrigger.optional(),
  include_sub_conversations: QueryBoolean.default(false),
});
