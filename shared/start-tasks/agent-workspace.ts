/** Where an agent server is reached, and with which key. */
export interface AgentAccess {
  readonly url: string;
  readonly sessionKey: string;
}

export interface ShellCommand {
  /** A script of a POSIX shell, run where the agent server started. The agent server keeps it in its history: no secret is in it. */
  readonly command: string;
  readonly limitSeconds: number;
}

export interface ShellOutcome {
  /** Null when the time was up: the command was killed, with whatever it had started in the foreground. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * The files and the shell of a sandbox, through its agent server. Whatever is done may be done twice, by a worker and the one that replaces it, so commands have to
 * bear that. The signal ends every call wherever it is; a command that runs goes on.
 *
 * All throw StartFailedError when the agent server refuses; anything else may pass.
 */
export interface AgentWorkspace {
  /** Writes a file at an absolute path. Its content is in no log and no history. */
  writeFile(agent: AgentAccess, path: string, content: string | Uint8Array, signal: AbortSignal): Promise<void>;
  /**
   * Runs a command to its end.
   *
   * @throws HandOverError when `timeIsUp` before the command has ended.
   */
  run(agent: AgentAccess, command: ShellCommand, signal: AbortSignal, timeIsUp: () => boolean): Promise<ShellOutcome>;
}
