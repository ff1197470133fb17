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
