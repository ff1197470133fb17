import type { Sandbox } from '../record/sandbox.ts';
import type { AgentHealth } from '../record/step.ts';

/** What the control plane delivers to an agent server once its process answers. */
export interface AgentSetup {
  readonly initKey: string;
  readonly sessionKey: string;
  readonly secretKey: string;
  readonly allowedOrigins: readonly string[];
  /** Where it sends the events of its conversations. */
  readonly webhookUrl: string;
}

/** Calls to a sandbox's agent server through its exposed URL, each bounded in time. */
export interface Agents {
  /** Whether it answers and is idle. It reports whether it is busy only to the session key. */
  health(url: string, sessionKey?: string): Promise<AgentHealth>;
  /** Delivers the keys, repeatedly if need be. @throws when the agent already has other keys */
  init(url: string, setup: AgentSetup): Promise<void>;
  /** Lets the agent write everything to disk, and deliver it. A failure is only logged: SIGTERM asks for the same. */
  prepareForPause(sandbox: Sandbox): Promise<void>;
}

/** The agent server's address while the sandbox runs. */
export function agentUrl(sandbox: Pick<Sandbox, 'exposed_urls'>): string | undefined {
  return sandbox.exposed_urls?.find(({ name }) => name === 'AGENT_SERVER')?.url;
}
