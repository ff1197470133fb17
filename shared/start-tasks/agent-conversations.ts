import type { StartTask } from './start-task.ts';

/** The language model of conversations that name none, and how to reach it. */
export interface ModelSettings {
  readonly model: string;
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
}

/** The agent server refused the conversation: trying again would not help. */
export class AgentRefusedError extends Error {
  override readonly name = 'AgentRefusedError';
}

/** Creates conversations on agent servers. */
export interface AgentConversations {
  /**
   * Safe to repeat: a conversation that is there is left as it is. The signal ends the call wherever it is.
   *
   * @throws AgentRefusedError; anything else may pass.
   */
  create(agentUrl: string, sessionKey: string, conversation: AgentConversation, signal: AbortSignal): Promise<void>;
}

export interface AgentConversation {
  readonly id: string;
  readonly task: StartTask;
  readonly workingDir: string;
  readonly model: string | null;
}
