import * as z from 'zod';
import {
  executionStatus,
  legacyStatus,
  provider,
  runtimeStatus,
  sandboxStatus,
  startTaskStatus,
  trigger,
} from './enums.ts';
import { hexId, legacyId, nullable, sandboxId, sentence, steps, time } from './forms.ts';

const tokenUsage = z.looseObject({
  model: z.string(),
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  cache_read_tokens: z.int(),
  cache_write_tokens: z.int(),
  reasoning_tokens: z.int(),
  context_window: z.int(),
  per_turn_token: z.int(),
  response_id: z.string(),
});

/** MetricsSnapshot: the agent server writes it, so it may have more. */
const metrics = z.looseObject({
  model_name: z.string(),
  accumulated_cost: z.number().min(0),
  max_budget_per_task: z.number().nullable(),
  accumulated_token_usage: tokenUsage.nullable(),
});

/** Conversation ids are hex. An id of a legacy caller keeps its form. */
const conversationId = z.union([hexId, legacyId]);

const conversationFields = {
  id: conversationId,
  created_by_user_id: nullable.text,
  sandbox_id: sandboxId,
  selected_repository: nullable.text,
  selected_branch: nullable.text,
  git_provider: provider.nullable(),
  title: nullable.text,
  trigger: trigger.nullable(),
  pr_number: z.array(z.int()),
  llm_model: nullable.text,
  metrics: metrics.nullable(),
  parent_conversation_id: conversationId.nullable(),
  sub_conversation_ids: z.array(conversationId),
  created_at: time,
  updated_at: time,
};

export const appConversation = z
  .strictObject({
    ...conversationFields,
    sandbox_status: sandboxStatus,
    execution_status: executionStatus.nullable(),
    status_detail: nullable.text,
    conversation_url: z
      .string()
      .regex(/^https?:\/\/.+\/api\/conversations\/[0-9a-f]{32}$/)
      .nullable(),
    session_api_key: sentence.nullable(),
    workspace: z.strictObject({ working_dir: z.string().startsWith('/workspace') }).nullable(),
    agent_kind: z.literal('openhands'),
    public: z.boolean().nullable(),
    tags: z.record(z.string(), z.string()),
    acp_server: nullable.text,
    launched_agent_profile: z.strictObject({ agent_profile_id: z.string(), revision: nullable.integer }).nullable(),
  })
  .refine(({ conversation_url: url, session_api_key: key }) => (url === null) === (key === null), {
    error: 'url and key come together',
  })
  .refine(({ sandbox_status: status, conversation_url: url }) => status === 'RUNNING' || url === null, {
    error: 'only a running sandbox has an address',
  });

const text = z.strictObject({ type: z.literal('text'), text: z.string(), cache_prompt: z.boolean() });
const image = z.strictObject({ type: z.literal('image'), image_urls: z.array(z.string()), cache_prompt: z.boolean() });

/** The echo of a start request, with its defaults; secrets are masked. */
const startRequest = z.looseObject({
  sandbox_id: nullable.text,
  sandbox_spec_id: nullable.text,
  conversation_id: nullable.text,
  initial_message: z
    .strictObject({
      role: z.enum(['user', 'system']),
      content: z.array(z.union([text, image])),
      run: z.boolean(),
    })
    .nullable(),
  system_message_suffix: nullable.text,
  processors: z.array(z.unknown()).nullable(),
  llm_model: nullable.text,
  agent_profile_id: nullable.text,
  selected_repository: nullable.text,
  selected_branch: nullable.text,
  git_provider: provider.nullable(),
  suggested_task: z.unknown(),
  title: nullable.text,
  trigger: trigger.nullable(),
  pr_number: z.array(z.int()),
  parent_conversation_id: nullable.text,
  agent_type: z.enum(['default', 'plan']),
  public: z.boolean().nullable(),
  plugins: z.array(z.unknown()).nullable(),
  secrets: z.record(z.string(), z.string().regex(/^\*+$/, 'is not masked')).nullable(),
});

export const startTask = z
  .strictObject({
    id: hexId,
    created_by_user_id: nullable.text,
    status: startTaskStatus,
    detail: nullable.text,
    conversation_id: hexId,
    app_conversation_id: nullable.hexId,
    sandbox_id: sandboxId.nullable(),
    agent_server_url: z.url().nullable(),
    request: startRequest,
    created_at: time,
    updated_at: time,
    // This service's own: what took the time.
    steps: steps.optional(),
  })
  .refine(({ status, detail }) => status !== 'ERROR' || /\S/.test(detail ?? ''), { error: 'an error has a detail' })
  .refine(
    ({ status, agent_server_url: url, app_conversation_id: id }) =>
      (status === 'READY') === (id !== null && url !== null),
    {
      error: 'what is ready can be found, and nothing else',
    },
  );

export const conversationResponse = z.strictObject({
  status: z.literal('ok'),
  conversation_id: conversationId,
  message: nullable.text,
  conversation_status: legacyStatus.nullable(),
});

export const legacyConversation = z.strictObject({
  conversation_id: conversationId,
  title: z.string(),
  last_updated_at: time.nullable(),
  status: legacyStatus,
  // This service's own: why it is stopped, where three statuses do not say it.
  message: nullable.text,
  runtime_status: runtimeStatus.nullable(),
  selected_repository: nullable.text,
  selected_branch: nullable.text,
  git_provider: provider.nullable(),
  trigger: trigger.nullable(),
  num_connections: z.int(),
  url: nullable.text,
  session_api_key: nullable.text,
  created_at: time,
  pr_number: z.array(z.int()),
  conversation_version: z.enum(['V0', 'V1']),
  sub_conversation_ids: z.array(conversationId),
});

export const legacyPage = z.strictObject({
  results: z.array(legacyConversation).max(100),
  next_page_id: nullable.text,
});

/** A conversation that its owner made public, for readers without a key: nothing that opens anything. */
export const sharedConversation = z
  .looseObject({
    ...conversationFields,
    session_api_key: z.undefined(),
    conversation_url: z.undefined(),
  })
  .partial({ trigger: true });
