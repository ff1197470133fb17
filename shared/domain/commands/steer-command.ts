import { randomUUID } from 'node:crypto';
import { AppError, NotFoundError } from '../../platform/errors.ts';
import type { SandboxAgent } from '../sandboxes/agent/sandbox-agent.ts';
import { type CommandFolder, folderOf, runScript } from './command-folder.ts';
import { type Begun, begunIn } from './command-record.ts';
import { appendInputScript, stopScript } from './folder-scripts.ts';

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
 * @throws AppError `conflict` when the command takes no input; as `askAgent`
 */
export async function sendInput(
  agent: SandboxAgent,
  id: string,
  { folder, begun }: FoundCommand,
  { bytes, end, offset }: CommandInput,
): Promise<void> {
  if (!begun.about.stdin) {
    throw new AppError('conflict', `Command ${id} takes no input. Start it with "stdin": true.`);
  }
  if ((await folder.read('in.open', 0, 1)) === undefined) {
    throw new AppError('conflict', `Command ${id} takes no more input, as it has ended.`);
  }
  if (offset !== undefined) {
    if (bytes.length > 0) await folder.write(`in/${offset}-${bytes.length}`, bytes);
    if (end) await folder.write(`in/${offset + bytes.length}-end`, new Uint8Array());
    return;
  }
  const part = randomUUID();
  if (bytes.length > 0) await folder.write(`in/new-${part}`, bytes);
  await runScript(agent, appendInputScript(id, part, { length: bytes.length, end }));
}
