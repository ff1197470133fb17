import type { CommandRunner } from '../bash/command-runner.ts';
import type { TerminalResult } from '../events/event-contents.ts';
import type { SecretRegistry } from '../secrets/secret-registry.ts';

const timeoutSeconds = 3600;
/** What an agent reads of a command's output; the middle of a longer one is left out. */
const longestOutput = 30_000;

/** Runs a command with the secrets that it names in its environment, and masks them in its output. */
export async function runInTerminal(
  command: string,
  directory: string,
  secrets: SecretRegistry,
  runner: CommandRunner,
  signal: AbortSignal,
): Promise<TerminalResult> {
  let output = '';
  const read = (text: string) => {
    output = shorten(output + text);
  };
  const environment = await secrets.environmentFor(command);
  const exitCode = await runner.run(
    { command, cwd: directory, timeoutSeconds, environment, signal },
    { stdout: read, stderr: read },
  );
  signal.throwIfAborted();
  const masked = await secrets.mask(output.trimEnd());
  return { output: masked, exitCode, isTimeout: exitCode === -1, directory };
}

function shorten(text: string): string {
  if (text.length <= longestOutput) return text;
  const half = longestOutput / 2;
  return `${text.slice(0, half)}\n[... the middle of the output is left out ...]\n${text.slice(-half)}`;
}
