import * as z from 'zod';
import { AgentType, Capacity, ConversationTrigger, ProviderType, TaskType, Visibility } from './enums.ts';
import { SandboxId, SnapshotId, TaskBudget, Uuid } from './fields.ts';
import { ImageUrls } from './pictures.ts';
import { Branch, Repository } from './repository.ts';
import { ResourcesRequest } from './resources.ts';
import { freeText, line, secretText } from './text.ts';

const TextContent = z.strictObject({
  type: z.literal('text'),
  text: freeText(200_000),
  cache_prompt: z.boolean().default(false),
});
const ImageContent = z.strictObject({
  type: z.literal('image'),
  image_urls: ImageUrls,
  cache_prompt: z.boolean().default(false),
});

export const SendMessageRequest = z
  .object({
    role: z.enum(['user', 'system']).default('user').meta({
      description: "Text with the role `system` is added to the agent's instructions and does not start a run.",
    }),
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
    title: line(1000),
  })
  .meta({ id: 'SuggestedTask' });

/** Default: the kind of the owner's settings. `llm` is the former name of `openhands`. */
const AgentKind = z
  .enum(['openhands', 'acp', 'llm'])
  .transform((kind) => (kind === 'acp' ? 'acp' : 'openhands'))
  .meta({ description: "The kind of agent. The owner's settings configure an ACP agent further." });

const scalar = z.union([freeText(1000), z.number(), z.boolean()]);

const PluginSource = z.object({
  source: line(1000),
  ref: line(500).nullish(),
  repo_path: line(1000).nullish(),
  parameters: z.record(line(200), z.unknown()).nullish(),
});

/** Secrets for one conversation, by name. */
export const StartSecrets = z
  .record(line(200), secretText(freeText(32_000)))
  .nullable()
  .default(null);

/** A start request of the current generation. All fields are optional. */
export const StartRequest = z
  .object({
    sandbox_id: SandboxId.nullable().default(null),
    sandbox_spec_id: line(200).nullable().default(null).meta({
      description:
        "The spec of the new sandbox. Default: the default spec. If the conversation uses an existing sandbox (by `sandbox_id`, or its parent's), this must be the spec of that sandbox.",
    }),
    resources: ResourcesRequest.nullable().default(null).meta({
      description:
        'The size of the sandbox. A paused sandbox is resumed with it; a conversation in a sandbox that is already starting or running must omit it, or name its size.',
    }),
    snapshot_id: SnapshotId.nullable().default(null).meta({
      description:
        'The snapshot that the new sandbox of a new conversation begins from, with its spec. If it is still CREATING, the start waits until it is READY. Not together with `sandbox_id`.',
    }),
    capacity: Capacity.nullable().default(null).meta({
      description:
        'What the sandbox runs on, if this request starts or resumes one. Default: the choice of its spec, or of its last start.',
    }),
    use_prebuild: z.boolean().default(true).meta({
      description:
        'Whether a new sandbox begins from a [prebuild](#tag/prebuilds) of the repository and branch, if there is one. Otherwise the repository is cloned and its set-up script runs.',
    }),
    conversation_id: Uuid.nullable().default(null),
    initial_message: SendMessageRequest.nullable().default(null),
    system_message_suffix: freeText(100_000).nullable().default(null),
    disabled_skills: z.array(line(200)).max(1_000).nullable().default(null).meta({
      description: 'Names of skills that the agent does not get, in addition to those of the settings.',
    }),
    processors: z
      .array(z.record(line(200), z.unknown()))
      .max(50)
      .nullable()
      .default(null)
      .refine((processors) => !processors?.length, {
        error: 'This service runs no processors. Create a webhook endpoint for the events instead.',
      }),
    llm_model: line(500).nullable().default(null),
    max_budget_per_task: TaskBudget.nullable().default(null).meta({
      description:
        'What the language models of the conversation can cost in US dollars, through the model broker. Default: as in the settings. 0: no limit.',
    }),
    agent_profile_id: line(200).nullable().default(null),
    agent_kind: AgentKind.nullable().default(null),
    selected_repository: Repository.nullable().default(null),
    selected_branch: Branch.nullable().default(null),
    git_provider: ProviderType.nullable().default(null),
    suggested_task: SuggestedTask.nullable().default(null),
    title: line(200).nullable().default(null),
    trigger: ConversationTrigger.nullable().default(null),
    pr_number: z.array(z.int()).max(100).default([]),
    parent_conversation_id: Uuid.nullable().default(null),
    agent_type: AgentType.default('default'),
    public: z.boolean().nullable().default(null).meta({
      description: 'Whether the conversation has a public link from the start. A private conversation cannot have one.',
    }),
    visibility: Visibility.nullable().default(null).meta({
      description:
        'Who can read the conversation and use its sandbox. Default: the visibility of its sandbox, parent or snapshot; otherwise, `default_visibility` of the settings. A conversation in an existing sandbox has the visibility of that sandbox.',
    }),
    observability_metadata: z
      .record(line(200), z.union([scalar, z.array(scalar).max(100)]))
      .nullable()
      .default(null),
    observability_tags: z.array(line(200)).max(100).nullable().default(null),
    observability_span_name: line(200).nullable().default(null),
    plugins: z.array(PluginSource).max(50).nullable().default(null),
    secrets: StartSecrets,
  })
  .meta({ id: 'AppConversationStartRequest' });

/** Fields of other services' starts, and of legacy ones, with what to do instead. */
export const notOfStarts = {
  system_prompt: 'Send system_message_suffix instead, which adds to the prompt of the agent.',
  dependency_repos: 'Let the agent clone further repositories.',
  mcp_config: 'Save the MCP servers in the settings.',
  image_urls: 'Send images in initial_message.',
  initial_user_msg: 'Send initial_message.',
  message: 'Send initial_message.',
  prompt: 'Send initial_message.',
  'initial_message.text': 'Send content, a list of parts.',
  'initial_message.message': 'Send content, a list of parts.',
  repository: 'Send selected_repository.',
  branch: 'Send selected_branch.',
  model: 'Send llm_model.',
  conversation_instructions: 'Send system_message_suffix.',
  replay_json: 'Send it to POST /api/conversations.',
} as const;
