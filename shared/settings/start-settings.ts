import type * as z from 'zod';
import type { ProviderType } from '../contract/enums.ts';

export type GitProvider = z.infer<typeof ProviderType>;

/** The language model that an agent uses. Without a base URL it is where its provider serves it; without a key, only models that need none answer. */
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

/** What a conversation gets from its owner's settings, in clear: it is for the agent alone, and lies in no row, log or answer. */
export interface StartSettings {
  readonly llm: StartModel;
  readonly secrets: ReadonlyMap<string, StartSecret>;
  readonly gitTokens: ReadonlyMap<GitProvider, GitToken>;
  /** MCP servers by name, each as the agent server takes it in `agent.mcp_config`; null where the owner has none. */
  readonly mcpConfig: Record<string, unknown> | null;
  readonly conversation?: StartOptions;
}

/** How the owner wants conversations to run. */
export interface StartOptions {
  /** Null leaves it to the agent server. */
  readonly maxIterations: number | null;
  /** Whether the agent asks before each action. */
  readonly confirmationMode: boolean;
}

export interface SettingsReader {
  /** The owner's own settings, over the deployment's for whoever set none. */
  forStart(ownerId: string): Promise<StartSettings>;
}
