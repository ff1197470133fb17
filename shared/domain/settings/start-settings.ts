import type { GitProvider } from '../../contract/shapes/enums.ts';

/** An agent's language model. Base URL: by default its provider's. Key: absent for models that need none. */
export interface StartModel {
  readonly model: string;
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
  /** Its other fields as agent servers name them, such as `temperature`. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** The texts in it that were sealed. */
  readonly secrets?: readonly string[];
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
  /** The agent as its owner set it; absent for the standard one. */
  readonly agent?: StartAgent;
  /** The names of the only secrets that the agent gets; absent for all. */
  readonly secretNames?: readonly string[];
}

/** How an owner wants an agent to be, in the words of agent servers, without its language model and MCP servers. */
export interface StartAgent {
  /** `acp`: another agent program, which the agent server talks to by the Agent Client Protocol. */
  readonly kind: 'openhands' | 'acp';
  readonly settings: Readonly<Record<string, unknown>>;
  /** The texts in it that were sealed. */
  readonly secrets: readonly string[];
}

/** What a conversation was started with besides its owner's settings. */
export interface StartChoice {
  /** The name of a language model of the owner, instead of the one in use. */
  readonly llmProfile: string | null;
  readonly agentProfileId: string | null;
  /** The kind of agent, instead of the one in use. */
  readonly agentKind: StartAgent['kind'] | null;
}

/** How the owner wants conversations to run. */
interface StartOptions {
  /** Null leaves it to the agent server. */
  readonly maxIterations: number | null;
  /** Whether the agent asks before each action. */
  readonly confirmationMode: boolean;
  /** Whether the agent's model rates actions, so that it asks before risky ones alone. */
  readonly ratesRisks?: boolean;
}

export interface SettingsReader {
  /**
   * The owner's own settings over the deployment's.
   *
   * @throws AppError `not_found` for a profile that is not there, `validation_failed` for an agent that is not set up
   */
  forStart(ownerId: string, choice?: StartChoice): Promise<StartSettings>;
}
