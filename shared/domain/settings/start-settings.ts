import type { GitProvider } from '../../contract/shapes/enums.ts';

/** An agent's language model. Base URL: by default its provider's. Key: absent for models that need none. */
export interface StartModel {
  readonly model: string;
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
}

/** One of the owner's secrets, in clear. */
export interface StartSecret {
  readonly value: string;
  readonly description: string | null;
}

/** How an owner's repositories are reached at one provider. Without a host it is the provider's public one. */
export interface GitToken {
  readonly token: string;
  readonly host: string | null;
}

/** The settings for a conversation, in clear: for the agent alone, and in no row, log or answer. */
export interface StartSettings {
  readonly llm: StartModel;
  readonly secrets: ReadonlyMap<string, StartSecret>;
  readonly gitTokens: ReadonlyMap<GitProvider, GitToken>;
  /** MCP servers by name, each as the agent server takes it in `agent.mcp_config`; null where the owner has none. */
  readonly mcpConfig: Record<string, unknown> | null;
  readonly conversation?: StartOptions;
}

/** How the owner wants conversations to run. */
interface StartOptions {
  /** Null leaves it to the agent server. */
  readonly maxIterations: number | null;
  /** Whether the agent asks before each action. */
  readonly confirmationMode: boolean;
}

export interface SettingsReader {
  /** The owner's own settings over the deployment's. */
  forStart(ownerId: string): Promise<StartSettings>;
}
