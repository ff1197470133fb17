import type { Sandbox } from './sandbox.ts';
import type { AgentHealth } from './step.ts';

/** What an agent server gets once its process answers. */
export interface AgentSetup {
  readonly initKey: string;
  readonly sessionKey: string;
  readonly secretKey: string;
  readonly allowedOrigins: readonly string[];
  /** Where it sends what happens in its conversations. */
  readonly webhookUrl: string;
}

/** What the control plane asks of the agent server in a sandbox, through its exposed URL. Every call is bounded in time. */
export interface Agents {
  /** Whether the process answers and has its keys, and how idle it is. Only whoever holds the session key hears whether it is busy. */
  health(url: string, sessionKey?: string): Promise<AgentHealth>;
  /**
   * Delivers the keys. Delivering them twice is fine: the second is refused and nothing changes.
   *
   * @throws when the agent has got other keys from somebody else.
   */
  init(url: string, setup: AgentSetup): Promise<void>;
  /** Lets the agent write everything to disk. It is a courtesy: SIGTERM asks for the same, so a failure is logged and nothing more. */
  prepareForPause(sandbox: Sandbox): Promise<void>;
}
