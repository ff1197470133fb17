import type { GitProvider } from '../../contract/shapes/enums.ts';
import type { GitHubApp } from './secrets/secret-store.ts';

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

/** Whether a model has no key and no other secret. */
export function hasNoSecrets({ apiKey, secrets = [] }: StartModel): boolean {
  return apiKey === null && secrets.length === 0;
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
  /** How a sandbox gets the current token later. */
  readonly access?: GitAccess;
}

/** The address of the service for the tokens of a sandbox, and the key of the sandbox for one of them. */
export interface GitAccess {
  readonly url: string;
  /** Secret: opens nothing but this token, while the sandbox runs. */
  readonly token: string;
}

/** What a start knows of the access to its repository, beside the tokens. */
export interface RepositoryAccess {
  readonly provider: GitProvider;
  /** The host of the owner's GitHub App; undefined without one. */
  readonly appHost: string | null | undefined;
  /** Why the App has no token for the repository; null if it has one, or without an App. */
  readonly problem: string | null;
  /** For the credential helper; undefined where the agent gets no token of the provider. */
  readonly access: GitAccess | undefined;
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
  /** The owner's GitHub App, whose key stays sealed. */
  readonly gitHubApp?: GitHubApp;
  /** Present once a start knows its repository. */
  readonly repositoryAccess?: RepositoryAccess;
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
