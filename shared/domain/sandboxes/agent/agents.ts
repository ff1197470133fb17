import type { Sandbox } from '../record/sandbox.ts';
import type { AgentHealth } from '../record/step.ts';

/** What the control plane sends to an agent server once its process responds. */
export interface AgentSetup {
  readonly initKey: string;
  readonly sessionKey: string;
  /** With it the agent delivers its events. */
  readonly deliveryKey: string;
  readonly secretKey: string;
  readonly allowedOrigins: readonly string[];
  /** Where the agent sends the events of its conversations. */
  readonly webhookUrl: string;
}

/** Calls to a sandbox's agent server at the service's own URL of it, each with a timeout. */
export interface Agents {
  /** Whether it responds and is idle. It reports whether it is busy only with the session key. */
  health(url: string, sessionKey?: string): Promise<AgentHealth>;
  /** Delivers the keys; can be repeated. @throws when the agent already has other keys */
  init(url: string, setup: AgentSetup): Promise<void>;
  /**
   * Lets the agent write everything to disk and deliver its events. A failure is only logged, as SIGTERM requests the
   * same.
   */
  prepareForPause(sandbox: Sandbox): Promise<void>;
}

/** The URL of the agent for people and clients. */
export function exposedAgentUrl({ exposed_urls: urls }: Pick<Sandbox, 'exposed_urls'>): string | undefined {
  return urls?.find(({ name }) => name === 'AGENT_SERVER')?.url;
}
