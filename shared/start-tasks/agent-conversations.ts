import type { AgentAccess } from './agent-workspace.ts';

/** Creates conversations on agent servers, and asks what their workspaces bring along. */
export interface AgentConversations {
  /**
   * Safe to repeat: a conversation that is there is left as it is. The signal ends the call wherever it is.
   *
   * @param payload what agent servers start conversations with, with its id in it
   * @throws StartFailedError when the agent server refuses; AgentFailedError when it fails; anything else may pass.
   */
  create(agent: AgentAccess, payload: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<void>;
  /** The hooks of the agent that the project defines, as the agent server reads them; null where there are none. */
  hooksOf(agent: AgentAccess, directory: string, signal: AbortSignal): Promise<Record<string, unknown> | null>;
  /** The names of the skills that the project brings along; none where the agent server cannot tell. */
  skillsOf(agent: AgentAccess, directory: string, signal: AbortSignal): Promise<readonly string[]>;
}
