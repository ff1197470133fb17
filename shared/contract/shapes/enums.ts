import * as z from 'zod';

export const SandboxStatus = /* @__PURE__ */ z
  .enum(['STARTING', 'RUNNING', 'PAUSED', 'ERROR', 'MISSING'])
  .meta({ id: 'SandboxStatus' });
export type SandboxStatus = z.infer<typeof SandboxStatus>;

/** The phase of a sandbox, finer than its status. */
export const SandboxState = /* @__PURE__ */ z
  .enum([
    'PENDING',
    'PROVISIONING',
    'BOOTING',
    'RUNNING',
    'STOPPING',
    'SAVING',
    'PAUSED',
    'ERROR',
    'EXPIRED',
    'DELETING',
    'DELETED',
  ])
  .meta({
    id: 'SandboxState',
    description:
      'PENDING: accepted, not started. PROVISIONING: the task is being started. BOOTING: the task is running, and the agent does not respond yet. RUNNING. STOPPING: the task is stopping. SAVING: the workspace is being saved. PAUSED: the workspace is saved. ERROR: the sandbox failed. EXPIRED: the workspace was deleted at the end of its retention. DELETING, DELETED.',
  });
export type SandboxState = z.infer<typeof SandboxState>;

export const PauseReason = /* @__PURE__ */ z
  .enum(['api', 'idle', 'timeout', 'limit', 'budget', 'suspension'])
  .meta({ id: 'PauseReason' });
export type PauseReason = z.infer<typeof PauseReason>;

/** A disk of a sandbox, or a saved workspace. */
export const DiskKind = /* @__PURE__ */ z.enum(['volume', 'snapshot']);

/** The progress of the deletion of a resource. */
export const DeletionResult = /* @__PURE__ */ z.enum(['pending', 'deleted']);

/** The state of a snapshot of a workspace. Its row stays as the receipt of its deletion. */
export const SnapshotState = /* @__PURE__ */ z.enum(['CREATING', 'READY', 'ERROR', 'DELETING', 'DELETED']);
export type SnapshotState = z.infer<typeof SnapshotState>;

export const StartTaskStatus = /* @__PURE__ */ z
  .enum([
    'WORKING',
    'WAITING_FOR_SANDBOX',
    'PREPARING_REPOSITORY',
    'RUNNING_SETUP_SCRIPT',
    'SETTING_UP_GIT_HOOKS',
    'SETTING_UP_SKILLS',
    'STARTING_CONVERSATION',
    'READY',
    'ERROR',
  ])
  .meta({ id: 'AppConversationStartTaskStatus' });

export const ExecutionStatus = /* @__PURE__ */ z
  .enum(['idle', 'running', 'paused', 'waiting_for_confirmation', 'finished', 'error', 'stuck', 'deleting'])
  .meta({ id: 'ConversationExecutionStatus' });

/** What the agent of a conversation waits for, besides its user. */
export const ConversationWait = /* @__PURE__ */ z.enum(['budget']).meta({ id: 'ConversationWait' });

/** What a conversation does, from the statuses of its sandbox and its agent. */
export const ConversationState = /* @__PURE__ */ z
  .enum(['starting', 'running', 'waiting', 'ready', 'paused', 'failed', 'missing'])
  .meta({
    id: 'ConversationState',
    description:
      'A summary of `sandbox_status` and `execution_status`. starting: the sandbox starts, or its agent does not respond yet. running: the agent is working. waiting: the agent waits for a confirmation. ready: the agent waits for a message, as it is idle, finished or stopped. paused: the sandbox is paused. failed: the start, the sandbox or the agent failed, even if the sandbox was paused afterwards, or the agent is stuck. missing: the sandbox no longer exists.',
  });
export type ConversationState = z.infer<typeof ConversationState>;

export const StartTaskSortOrder = /* @__PURE__ */ z
  .enum(['CREATED_AT', 'CREATED_AT_DESC', 'UPDATED_AT', 'UPDATED_AT_DESC'])
  .meta({ id: 'AppConversationStartTaskSortOrder' });

export const ConversationTrigger = /* @__PURE__ */ z
  .enum([
    'resolver',
    'gui',
    'suggested_task',
    'openhands_api',
    'slack',
    'microagent_management',
    'jira',
    'jira_dc',
    'linear',
    'bitbucket',
    'automation',
  ])
  .meta({ id: 'ConversationTrigger' });

/** The git providers of the specification's legacy request. */
export const LegacyGitProvider = /* @__PURE__ */ z
  .enum(['github', 'gitlab', 'bitbucket', 'enterprise_sso'])
  .meta({ id: 'LegacyGitProvider' });

export const ProviderType = /* @__PURE__ */ z
  .enum([...LegacyGitProvider.options, 'bitbucket_data_center', 'forgejo', 'azure_devops'])
  .meta({ id: 'ProviderType' });
export type GitProvider = z.infer<typeof ProviderType>;

export const TaskType = /* @__PURE__ */ z
  .enum(['MERGE_CONFLICTS', 'FAILING_CHECKS', 'UNRESOLVED_COMMENTS', 'OPEN_ISSUE', 'OPEN_PR', 'CREATE_MICROAGENT'])
  .meta({ id: 'TaskType' });
export type TaskType = z.infer<typeof TaskType>;

export const AgentType = /* @__PURE__ */ z.enum(['default', 'plan']).meta({ id: 'AgentType' });

/** The three conversation statuses of the specification. */
export const ConversationStatus = /* @__PURE__ */ z
  .enum(['STARTING', 'RUNNING', 'STOPPED'])
  .meta({ id: 'ConversationStatus' });

export const PortName = /* @__PURE__ */ z
  .enum(['AGENT_SERVER', 'VSCODE', 'WORKER_1', 'WORKER_2'])
  .meta({ id: 'PortName' });
export type PortName = z.infer<typeof PortName>;

/**
 * Which requests at a lasting address resume a paused sandbox. `key`: those with its session key or an API key of its
 * owner. `link`: all, as the address itself is the secret.
 */
export const WakePolicy = /* @__PURE__ */ z.enum(['never', 'key', 'link']).meta({ id: 'WakePolicy' });
export type WakePolicy = z.infer<typeof WakePolicy>;

/**
 * Who can use an opened port. `key`: requests with the session key, and browsers that the service let in. `link`: all
 * that have its URL, which is a secret. `public`: all, as its URL is no secret.
 */
export const PortAccess = z.enum(['key', 'link', 'public']).meta({ id: 'PortAccess' });
export type PortAccess = z.infer<typeof PortAccess>;

/** What a start does when the limit of sandboxes is reached. */
export const OnLimit = /* @__PURE__ */ z.enum(['reject', 'pause_oldest']);
export type OnLimit = z.infer<typeof OnLimit>;

/** Whether a limit applies to all that the owner runs, to all that a member runs, or to one key. */
export const LimitScope = /* @__PURE__ */ z.enum(['owner', 'member', 'key']);
export type LimitScope = z.infer<typeof LimitScope>;

/** The units of monthly budgets, and of all limits on starts. */
export const BudgetUnit = /* @__PURE__ */ z.enum(['usd', 'sandbox_hours']);
export type BudgetUnit = z.infer<typeof BudgetUnit>;
/** The units of limits on what runs at the same time. */
export const ConcurrencyUnit = /* @__PURE__ */ z.enum(['sandboxes', 'vcpus']);
export type ConcurrencyUnit = z.infer<typeof ConcurrencyUnit>;
export const LimitUnit = /* @__PURE__ */ z.enum([...ConcurrencyUnit.options, ...BudgetUnit.options]);
export type LimitUnit = z.infer<typeof LimitUnit>;

/** The processors of sandboxes, by their ECS names. */
/** The result of the first start of a sandbox spec of an owner. */
export const SpecCheckState = /* @__PURE__ */ z.enum(['PENDING', 'PASSED', 'FAILED']).meta({ id: 'SpecCheckState' });
export type SpecCheckState = z.infer<typeof SpecCheckState>;

export const Architecture = /* @__PURE__ */ z.enum(['X86_64', 'ARM64']);
export type Architecture = z.infer<typeof Architecture>;

/** The capacity that a sandbox runs on. `spot`: spare capacity of AWS, for less, which AWS can take back. */
export const Capacity = /* @__PURE__ */ z.enum(['on_demand', 'spot']).meta({ id: 'Capacity' });
export type Capacity = z.infer<typeof Capacity>;

export const AppMode = /* @__PURE__ */ z.enum(['oss', 'saas']);

export const AuditOutcome = /* @__PURE__ */ z.enum(['success', 'refused', 'failed']);
export type AuditOutcome = z.infer<typeof AuditOutcome>;
export const AuditActorType = /* @__PURE__ */ z.enum(['key', 'person', 'operator', 'address']);

/** Why a webhook endpoint is disabled. */
export const DisabledReason = /* @__PURE__ */ z.enum(['request', 'gone', 'failing']);
export type DisabledReason = z.infer<typeof DisabledReason>;

export const DeliveryStatus = /* @__PURE__ */ z.enum(['pending', 'delivered', 'failed']);

export const SkillType = /* @__PURE__ */ z.enum(['repo', 'knowledge', 'agentskills']);

/** Who reads a conversation besides its maker, admins of its owner, and keys of no member. */
export const Visibility = z.enum(['private', 'members']).meta({ id: 'Visibility' });
export type Visibility = z.infer<typeof Visibility>;

/** The interface of a model provider that a request uses. */
export const ModelInterface = /* @__PURE__ */ z.enum(['chat_completions', 'responses', 'embeddings', 'messages']);
export type ModelInterface = z.infer<typeof ModelInterface>;

/** The state of a call of a model. */
export const ModelCallStatus = /* @__PURE__ */ z.enum(['open', 'succeeded', 'failed', 'abandoned', 'expired']).meta({
  id: 'ModelCallStatus',
  description:
    'open: in progress. succeeded. failed: the provider refused it or could not be reached. abandoned: the agent disconnected before the end. expired: it never ended, and was closed at its largest possible cost.',
});
export type ModelCallStatus = z.infer<typeof ModelCallStatus>;
