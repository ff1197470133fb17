import type { GitProvider } from '../../contract/shapes/enums.ts';

/** An agent's language model. Base URL: null for the provider's default. Key: null for models that need none. */
export interface StartModel {
  readonly model: string;
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
  /** Other fields by their names in agent servers, such as `temperature`. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** The decrypted secrets in it. */
  readonly secrets?: readonly string[];
  /** Whether the owner lets agents call it themselves where there is a model broker. */
  readonly isDirect?: boolean;
  /** Whether its URL and key are those of the model broker. */
  readonly isBrokered?: boolean;
}

/** A decrypted secret of the owner. */
export interface StartSecret {
  readonly value: string;
  readonly description: string | null;
}

/** An owner's token for a git provider. Without a host, it is for the public one. */
export interface GitToken {
  readonly token: string;
  readonly host: string | null;
}

/** The author of commits. */
export interface GitUser {
  readonly name: string | null;
  readonly email: string | null;
}

/** The decrypted settings for a conversation. Only its agent gets them: no row, log or response contains them. */
export interface StartSettings {
  readonly llm: StartModel;
  readonly secrets: ReadonlyMap<string, StartSecret>;
  readonly gitTokens: ReadonlyMap<GitProvider, GitToken>;
  /** MCP servers by name, in the format of `agent.mcp_config` of agent servers; null without servers. */
  readonly mcpConfig: Record<string, unknown> | null;
  readonly conversation?: StartOptions;
  readonly gitUser?: GitUser;
  /** The agent that the owner configured; absent for the default agent. */
  readonly agent?: StartAgent;
  /** The names of the secrets for the agent; absent for all. */
  readonly secretNames?: readonly string[];
}

/** An owner's agent, in the format of agent servers, without its language model and MCP servers. */
export interface StartAgent {
  /** `acp`: another program that the agent server controls through the Agent Client Protocol. */
  readonly kind: 'openhands' | 'acp';
  readonly settings: Readonly<Record<string, unknown>>;
  /** The decrypted secrets in it. */
  readonly secrets: readonly string[];
}

/** The choices of a start that override the owner's settings. */
export interface StartChoice {
  /** The name of a profile instead of the model in use. */
  readonly llmProfile: string | null;
  readonly agentProfileId: string | null;
  /** The kind of agent instead of the configured one. */
  readonly agentKind: StartAgent['kind'] | null;
}

/** The owner's options for conversations. */
interface StartOptions {
  /** Null: the default of the agent server. */
  readonly maxIterations: number | null;
  /** Whether the agent asks before each action. */
  readonly confirmationMode: boolean;
  /** Whether the agent's model rates actions, so that the agent asks only before risky ones. */
  readonly ratesRisks?: boolean;
}

export interface SettingsReader {
  /**
   * The owner's settings with the deployment's defaults.
   *
   * @throws AppError `not_found` for an unknown profile, `validation_failed` for an incomplete agent, `unavailable`
   * when secrets cannot be decrypted at the moment; BrokenSealError
   */
  forStart(ownerId: string, choice?: StartChoice): Promise<StartSettings>;
}
