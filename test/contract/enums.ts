import * as z from 'zod';

export const sandboxStatus = z.enum(['STARTING', 'RUNNING', 'PAUSED', 'ERROR', 'MISSING']);

export const startTaskStatus = z.enum([
  'WORKING',
  'WAITING_FOR_SANDBOX',
  'PREPARING_REPOSITORY',
  'RUNNING_SETUP_SCRIPT',
  'SETTING_UP_GIT_HOOKS',
  'SETTING_UP_SKILLS',
  'STARTING_CONVERSATION',
  'READY',
  'ERROR',
]);

export const executionStatus = z.enum([
  'idle',
  'running',
  'paused',
  'waiting_for_confirmation',
  'finished',
  'error',
  'stuck',
  'deleting',
]);

export const trigger = z.enum([
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
]);

export const provider = z.enum([
  'github',
  'gitlab',
  'bitbucket',
  'enterprise_sso',
  'bitbucket_data_center',
  'forgejo',
  'azure_devops',
]);

export const urlName = z.enum(['AGENT_SERVER', 'VSCODE', 'WORKER_1', 'WORKER_2']);

export const legacyStatus = z.enum(['STARTING', 'RUNNING', 'STOPPED']);

export const runtimeStatus = z.enum([
  'STATUS$STOPPED',
  'STATUS$BUILDING_RUNTIME',
  'STATUS$STARTING_RUNTIME',
  'STATUS$RUNTIME_STARTED',
  'STATUS$SETTING_UP_WORKSPACE',
  'STATUS$SETTING_UP_GIT_HOOKS',
  'STATUS$READY',
  'STATUS$ERROR',
  'STATUS$ERROR_RUNTIME_DISCONNECTED',
  'STATUS$ERROR_LLM_AUTHENTICATION',
  'STATUS$ERROR_LLM_SERVICE_UNAVAILABLE',
  'STATUS$ERROR_LLM_INTERNAL_SERVER_ERROR',
  'STATUS$ERROR_LLM_OUT_OF_CREDITS',
  'STATUS$ERROR_LLM_CONTENT_POLICY_VIOLATION',
  'CHAT_INTERFACE$AGENT_RATE_LIMITED_STOPPED_MESSAGE',
  'STATUS$GIT_PROVIDER_AUTHENTICATION_ERROR',
  'STATUS$LLM_RETRY',
  'STATUS$ERROR_MEMORY',
]);

export const eventKind = z.enum([
  'ServerErrorEvent',
  'ACPToolCallEvent',
  'Condensation',
  'CondensationRequest',
  'CondensationSummaryEvent',
  'ConversationErrorEvent',
  'ConversationStateUpdateEvent',
  'HookExecutionEvent',
  'LLMCompletionLogEvent',
  'ActionEvent',
  'MessageEvent',
  'AgentErrorEvent',
  'ObservationEvent',
  'UserRejectObservation',
  'SystemPromptEvent',
  'StreamingDeltaEvent',
  'TokenEvent',
  'InterruptEvent',
  'PauseEvent',
]);
