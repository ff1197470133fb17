/** Where an agent server is reached, and with which key. */
export interface AgentAccess {
  readonly url: string;
  readonly sessionKey: string;
}

export interface ShellCommand {
  /** A POSIX script that the agent server keeps in its history: no secret is in it. */
  readonly command: string;
  readonly limitSeconds: number;
}

export interface ShellOutcome {
  /** Null when the time was up: the command was killed with all its foreground processes. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * The files and the shell of a sandbox, through its agent server. A worker and its replacement may both do the same, so
 * commands must be idempotent. The signal aborts every call at any point; a running command continues.
 *
 * All throw StartFailedError when the agent server refuses, AgentFailedError when it fails; any other error may pass.
 */
export interface AgentWorkspace {
  /** Writes a file at an absolute path. Its content is in no log and no history. */
  writeFile(agent: AgentAccess, path: string, content: string | Uint8Array, signal: AbortSignal): Promise<void>;
  /** Runs a command to its end. @throws HandOverError when `timeIsUp` before */
  run(agent: AgentAccess, command: ShellCommand, signal: AbortSignal, timeIsUp: () => boolean): Promise<ShellOutcome>;
}
