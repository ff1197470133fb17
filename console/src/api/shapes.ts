import type { components } from '../../../shared/client/api-types.ts';

/** The shapes of the interface by the names that its document gives them. */
type Shapes = components['schemas'];

export type Scope = Shapes['Scope'];
export type CurrentKey = Shapes['CurrentKey'];
export type Conversation = Shapes['AppConversation'];
export type Sandbox = Shapes['SandboxInfo'];
export type SandboxStatus = Shapes['SandboxStatus'];
export type SandboxPhase = Shapes['SandboxState'];
export type SandboxTransition = Shapes['SandboxTransition'];
export type SandboxStepTime = Shapes['SandboxStepTime'];
export type ExposedUrl = Shapes['ExposedUrl'];
export type StartTask = Shapes['AppConversationStartTask'];
export type CurrentLimits = Shapes['CurrentLimits'];
export type AuditEntry = Shapes['AuditEntry'];
export type StartStatus = Shapes['AppConversationStartTaskStatus'];
export type StartRequest = Shapes['AppConversationStartRequest'];
export type StepTime = Shapes['StartStepTime'] | Shapes['SandboxStepTime'];
export type GitProvider = Shapes['ProviderType'];
export type GitChange = Shapes['GitChange'];
export type GitDiff = Shapes['GitDiff'];
export type ApiKey = Shapes['ApiKey'];
export type ApiKeyCreate = Shapes['ApiKeyCreate'];
export type WebhookEndpoint = Shapes['WebhookEndpoint'];
export type WebhookMessage = Shapes['WebhookMessage'];
export type WebhookEndpointWithSecret = Shapes['WebhookEndpointWithSecret'];
export type UsageReport = Shapes['UsageReport'];
export type UsageGroup = Shapes['UsageGroup'];
export type UsageAmounts = Shapes['UsageTotals'];
