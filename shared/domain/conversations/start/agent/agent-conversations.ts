import type { AgentAccess } from './agent-workspace.ts';

/** Creates conversations on agent servers, and reads what their workspaces contain. */
export interface AgentConversations {
  /**
   * Safe to repeat: an existing conversation stays as it is. The signal aborts the call at any point.
   *
   * @param payload the body with which agent servers start conversations, with its id in it
   * @throws StartFailedError when the agent server refuses; AgentFailedError when it fails; any other error may pass.
   */
  create(agent: AgentAccess, payload: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<void>;
  /** The hooks of the agent that the project defines, as the agent server reads them; null where there are none. */
  hooksOf(agent: AgentAccess, directory: string, signal: AbortSignal): Promise<Record<string, unknown> | null>;
  /** The names of the project's skills; none where the agent server cannot report them. */
  skillsOf(agent: AgentAccess, directory: string, signal: AbortSignal): Promise<readonly string[]>;
}
