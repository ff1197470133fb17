import { randomUUID } from 'node:crypto';
import { AppError, NotFoundError } from '../../platform/errors.ts';
import type { SandboxAgent } from '../sandboxes/agent/sandbox-agent.ts';
import { type CommandFolder, folderOf, runScript, valueIn } from './command-folder.ts';
import { type Begun, begunIn } from './command-record.ts';
import { appendInputScript, stopScript } from './folder-scripts.ts';
import { resizeScript, type TerminalSize } from './tty-script.ts';

export type Signal = 'TERM' | 'INT' | 'KILL';

export interface FoundCommand {
  readonly folder: CommandFolder;
  readonly begun: Begun;
}

/** @throws NotFoundError; AppError as `askAgent` */
export async function findCommand(agent: SandboxAgent, id: string): Promise<FoundCommand> {
  const folder = await folderOf(agent, id);
  const begun = await begunIn(folder);
  if (!begun) throw new NotFoundError('Command', id);
  return { folder, begun };
}

/** Has no effect on a command that has ended. @throws AppError as `askAgent` */
export async function signalCommand(agent: SandboxAgent, id: string, signal: Signal): Promise<void> {
  await runScript(agent, stopScript(id, signal));
}

export interface CommandInput {
  readonly bytes: Uint8Array;
  readonly end: boolean;
  /** Where it belongs; undefined for after all input so far. */
  readonly offset: number | undefined;
}

/**
 * Leaves input for the script of the command, which passes it on in the order of its offsets. The same offset twice is
 * the same input, so a request can be repeated.
 *
 * @returns the position after it, and after what others have sent
 * @throws AppError `conflict` when the command accepts no input; as `askAgent`
 */
export async function sendInput(
  agent: SandboxAgent,
  id: string,
  { folder, begun }: FoundCommand,
  { bytes, end, offset }: CommandInput,
): Promise<number> {
  if (!begun.about.stdin) {
    throw new AppError('conflict', `Command ${id} accepts no input. Start it with "stdin": true.`);
  }
  const [open, consumed] = await Promise.all([folder.read('in.open', 0, 1), folder.read('in.at', 0, 20)]);
  if (open === undefined) {
    throw new AppError('conflict', `Command ${id} no longer accepts input, as it has ended.`);
  }
  if (offset !== undefined) {
    if (bytes.length > 0) await folder.write(`in/${offset}-${bytes.length}`, bytes);
    if (end) await folder.write(`in/${offset + bytes.length}-end`, new Uint8Array());
    return Math.max(offset + bytes.length, numberIn(consumed?.toString()));
  }
  const part = randomUUID();
  if (bytes.length > 0) await folder.write(`in/new-${part}`, bytes);
  const lines = await runScript(agent, appendInputScript(id, part, { length: bytes.length, end }));
  return numberIn(valueIn(lines, 'at'));
}

function numberIn(text = ''): number {
  return Number(/^(\d{1,15})\s*$/.exec(text)?.[1] ?? 0);
}

/** @throws AppError `conflict` for a command without a terminal, or one that has ended; as `askAgent` */
export async function resizeTerminal(
  agent: SandboxAgent,
  id: string,
  { folder, begun }: FoundCommand,
  size: TerminalSize,
): Promise<void> {
  if (!begun.about.tty) throw new AppError('conflict', `Command ${id} has no terminal. Start it with "tty".`);
  const lines = await runScript(agent, resizeScript(folder.path, size));
  if (!lines.includes('resized')) throw new AppError('conflict', `The terminal of command ${id} has ended.`);
}
