import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { agentVersions } from '../../../shared/contract/shapes/agent-versions.ts';
import { readStateFile, writeStateFile } from '../state/state-file.ts';
import { UserError } from '../terminal/user-error.ts';
import { type Command, commandsFor, environmentFor, programIn } from './commands.ts';
import { progressOf, reasonOf } from './progress.ts';
import { pinsOf } from './requirements.ts';
import type { Installer } from './tools.ts';

/** An agent server in a state folder. */
export interface Installation {
  readonly program: string;
  /** Whether it is what this version of the service pins. */
  readonly isCurrent: boolean;
}

/** The folder of installations in a state folder. Each try has a folder of its own. */
const FOLDER = 'agent-server';

/** Names the complete installation. It is written last, so an interrupted one is not taken for a whole one. */
const CURRENT = 'current.json';

const Current = z.object({ folder: z.string().regex(/^[\w.-]+$/), pins: z.string() });

/** The agent server that a state folder has, if it is complete. */
export async function installedIn(stateDirectory: string): Promise<Installation | undefined> {
  const text = await readStateFile(join(stateDirectory, FOLDER, CURRENT));
  if (text === undefined) return undefined;
  const { folder, pins } = Current.parse(JSON.parse(text));
  const program = programIn(join(stateDirectory, FOLDER, folder));
  const isThere = await access(program, constants.X_OK).then(
    () => true,
    () => false,
  );
  return isThere ? { program, isCurrent: pins === pinsOf() } : undefined;
}

interface InstallOptions {
  /** Locked by this service, so that no other one installs there. */
  readonly stateDirectory: string;
  readonly installer: Installer;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Called with words about how far it is. */
  readonly onProgress: (words: string) => void;
}

/**
 * Installs the pinned agent server into a state folder and removes earlier ones.
 *
 * @returns the path of its program
 * @throws UserError with the reason of a failure, which leaves nothing; the reason of `signal` when it is aborted
 */
export async function install(options: InstallOptions): Promise<string> {
  const { stateDirectory, installer, onProgress, signal } = options;
  const all = join(stateDirectory, FOLDER);
  await mkdir(all, { recursive: true, mode: 0o700 });
  const log = join(all, 'install.log');
  await writeFile(log, '', { mode: 0o600 });
  const name = `${agentVersions.offered}-${randomUUID().slice(0, 8)}`;
  const folder = join(all, name);
  try {
    for (const command of commandsFor(installer, folder)) {
      onProgress(command.says);
      await run(command, log, options);
    }
    await writeStateFile(join(all, CURRENT), JSON.stringify({ folder: name, pins: pinsOf() }));
  } catch (error) {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    signal.throwIfAborted();
    throw error;
  }
  await removeOthers(all, [name, CURRENT, 'install.log']);
  return programIn(folder);
}

/** Also what killed tries left. Their commands can run on, and write into a folder that is not in use. */
async function removeOthers(all: string, kept: readonly string[]): Promise<void> {
  const others = (await readdir(all)).filter((name) => !kept.includes(name));
  await Promise.all(others.map((name) => rm(join(all, name), { recursive: true, force: true }).catch(() => undefined)));
}

/** How much of the output of a failed command is looked at for the reason. */
const LOOKED_AT = 20_000;

async function run(
  { command: [program, ...args], variables, packages = 0 }: Command,
  log: string,
  { environment, signal, onProgress }: InstallOptions,
): Promise<void> {
  signal.throwIfAborted();
  const env = { ...environmentFor(environment), ...variables };
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = (): void => void child.kill();
  signal.addEventListener('abort', stop, { once: true });
  const progress = progressOf(packages);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      output += `${line}\n`;
      const words = progress(line);
      if (words !== undefined) onProgress(words);
    });
  }
  const code = await new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (status, by) => resolve(status ?? by ?? 'no status'));
  });
  signal.removeEventListener('abort', stop);
  // On a full disk, the reason below is what matters.
  await writeFile(log, `$ ${[program, ...args].join(' ')}\n${output}\n`, { flag: 'a' }).catch(() => undefined);
  if (code === 0) return;
  signal.throwIfAborted();
  throw new UserError(
    `The OpenHands agent server could not be installed. ${reasonOf(output.slice(-LOOKED_AT) || `${program} ended with ${code}`)} Everything that was printed is in ${log}.`,
  );
}
