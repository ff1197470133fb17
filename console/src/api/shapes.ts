import type { components } from '../../../shared/client/api-types.ts';

/** The shapes of the interface by the names that its document gives them. */
type Shapes = components['schemas'];

export type Scope = Shapes['Scope'];
export type CurrentKey = Shapes['CurrentKey'];
export type Conversation = Shapes['AppConversation'];
export type Sandbox = Shapes['SandboxInfo'];
export type SandboxStatus = Shapes['SandboxStatus'];
export type AuditEntry = Shapes['AuditEntry'];
export type ApiKey = Shapes['ApiKey'];
export type ApiKeyCreate = Shapes['ApiKeyCreate'];
export type WebhookEndpoint = Shapes['WebhookEndpoint'];
export type WebhookMessage = Shapes['WebhookMessage'];
export type WebhookEndpointWithSecret = Shapes['WebhookEndpointWithSecret'];
export type Settings = Shapes['Settings'];
export type SettingsUpdate = Shapes['SettingsUpdate'];
export type Profile = Shapes['ProfileList']['profiles'][number];
export type Secret = Shapes['CustomSecret'];
export type ProviderType = Shapes['ProviderType'];
export type GitUser = Shapes['GitUser'];
export type AgentProfile = Shapes['AgentProfileSummary'];
export type Owner = Shapes['Owner'];
export type Limits = Shapes['Limits'];
export type LimitsRequest = Shapes['LimitsRequest'];
export type OwnerCreate = Shapes['OwnerCreate'];
export type CreatedOwner = Shapes['CreatedOwner'];
