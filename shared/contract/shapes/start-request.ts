import * as z from 'zod';
import { AgentType, ConversationTrigger, ProviderType, TaskType } from './enums.ts';
import { SandboxId, Uuid } from './fields.ts';
import { Branch, Repository } from './repository.ts';

const text = (maximum: number) => z.string().max(maximum);

const TextContent = z.strictObject({
  type: z.literal('text'),
  text: text(200_000),
  cache_prompt: z.boolean().default(false),
});
const ImageContent = z.strictObject({
  type: z.literal('image'),
  image_urls: z.array(text(200_000)).max(100),
  cache_prompt: z.boolean().default(false),
});

export const SendMessageRequest = z
  .object({
    role: z.enum(['user', 'system', 'assistant', 'tool']).default('user'),
    content: z
      .array(z.discriminatedUnion('type', [TextContent, ImageContent]))
      .max(100)
      .default([]),
    run: z.boolean().default(false),
  })
  .meta({ id: 'SendMessageRequest' });

const SuggestedTask = z
  .object({
    git_provider: ProviderType,
    task_type: TaskType,
    repo: Repository,
    issue_number: z.int(),
    title: text(1000),
  })
  .meta({ id: 'SuggestedTask' });

const scalar = z.union([text(1000), z.number(), z.boolean()]);

const PluginSource = z.object({
  source: text(1000),
  ref: text(500).nullish(),
  repo_path: text(1000).nullish(),
  parameters: z.record(text(200), z.unknown()).nullish(),
});

/** The request of a start in the current generation. Every field is optional, unknown fields are ignored. */
export const StartRequest = z
  .object({
    sandbox_id: SandboxId.nullable().default(null),
    conversation_id: Uuid.nullable().default(null),
    initial_message: SendMessageRequest.nullable().default(null),
    system_message_suffix: text(100_000).nullable().default(null),
    processors: z
      .array(z.record(text(200), z.unknown()))
      .max(50)
      .nullable()
      .default(null),
    llm_model: text(500).nullable().default(null),
    agent_profile_id: text(200).nullable().default(null),
    selected_repository: Repository.nullable().default(null),
    selected_branch: Branch.nullable().default(null),
    git_provider: ProviderType.nullable().default(null),
    suggested_task: SuggestedTask.nullable().default(null),
    title: text(200).nullable().default(null),
    trigger: ConversationTrigger.nullable().default(null),
    pr_number: z.array(z.int()).max(100).default([]),
    parent_conversation_id: Uuid.nullable().default(null),
    agent_type: AgentType.default('default'),
    public: z.boolean().nullable().default(null),
    observability_metadata: z
      .record(text(200), z.union([scalar, z.array(scalar).max(100)]))
      .nullable()
      .default(null),
    observability_tags: z.array(text(200)).max(100).nullable().default(null),
    observability_span_name: text(200).nullable().default(null),
    plugins: z.array(PluginSource).max(50).nullable().default(null),
    secrets: z.record(text(200), text(32_000)).nullable().default(null),
  })
  .meta({ id: 'AppConversationStartRequest' });
