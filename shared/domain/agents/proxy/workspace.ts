import { posix } from 'node:path';
import * as z from 'zod';
import { MOST_FILES } from '../../../contract/shapes/workspace.ts';
import { AppError } from '../../../platform/errors.ts';
import { quoted } from '../../../platform/shell.ts';
import type { Agent } from '../../conversations/agent/reach-agent.ts';
import { askAgent, parsed } from '../../sandboxes/agent/ask-agent.ts';

const Info = z.object({ workspace: z.object({ working_dir: z.string() }) });

/** The conversation's working directory as an absolute path. */
export async function projectDir(agent: Agent): Promise<string> {
  return parsed(Info, await askAgent(agent, { path: agent.path })).workspace.working_dir;
}

/** Size limit of a file that is shown, in bytes. */
const LARGEST_FILE = 1024 * 1024;

const MAX_ENTRIES = 5_000;

const LISTING_SECONDS = 8;

const Output = z.object({ exit_code: z.int().nullish(), stdout: z.string().nullish() });

interface Command {
  /** The working directory of the conversation. */
  readonly cwd: string;
  readonly command: string;
  readonly seconds: number;
  /** Further seconds in which the agent server ends the command and responds. */
  readonly grace?: number;
}

/** Runs a command in the sandbox. Its exit code is null when it took too long. @throws AppError as `askAgent` */
export async function runIn(
  agent: Agent,
  { cwd, command, seconds, grace = 5 }: Command,
): Promise<{ readonly code: number | null; readonly stdout: string }> {
  const answer = await askAgent(agent, {
    method: 'POST',
    path: '/api/bash/execute_bash_command',
    json: { command, cwd, timeout: seconds },
    timeout: (seconds + grace) * 1000,
  });
  const { exit_code: code = null, stdout } = parsed(Output, answer);
  return { code, stdout: stdout ?? '' };
}

/** A path relative to the working directory, because an agent server can know that by another path than the system. */
export function relativeTo(cwd: string, path: string): string {
  return posix.relative(cwd, path) || '.';
}

/** The absolute path for the agent. Absolute paths are allowed: an owner can read the whole sandbox. */
export async function inProject(agent: Agent, path: string): Promise<string> {
  return posix.resolve(await projectDir(agent), path);
}

/** The entries of a directory, with a slash after subdirectories. @throws AppError `not_found` */
export async function listDirectory(agent: Agent, path: string): Promise<string[]> {
  const command = `cd -- ${quoted(path === '' ? '.' : path)} && ls -1Ap | head -n ${MAX_ENTRIES}`;
  const cwd = await projectDir(agent);
  const { code, stdout } = await runIn(agent, { command, cwd, seconds: LISTING_SECONDS, grace: 2 });
  if (code !== 0) throw new AppError('not_found', `Directory '${path}' does not exist in the workspace.`);
  const names = stdout.split('\n').filter((name) => name !== '');
  const sorted = [...names.filter(isDirectory), ...names.filter((name) => !isDirectory(name))];
  const parent = path === '' ? '' : `${path.replace(/(?<!\/)\/+$/, '')}/`;
  return sorted.map((name) => `${parent}${name}`);
}

const isDirectory = (name: string): boolean => name.endsWith('/');

/** @throws AppError `not_found`, `unsupported_media_type` when the file is not text, `payload_too_large`. */
export async function readTextFile(agent: Agent, path: string): Promise<string> {
  const { bytes } = await askAgent(agent, {
    path: '/api/file/download',
    query: { path: await inProject(agent, path) },
    maxBytes: LARGEST_FILE,
    tooLong: `The file is larger than ${LARGEST_FILE} bytes, so it cannot be shown.`,
  });
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Not UTF-8, such as an image or an archive.
  }
  throw new AppError('unsupported_media_type', `${path} is not a text file.`);
}

/** Time limit of a search in the sandbox, in seconds. */
const SEARCH_SECONDS = 10;

/** Output that is read, in bytes: agent servers return more than 1 MiB in pages. */
const MOST_BYTES = 900_000;

/** Directories that can be fetched or built again, and git's own. */
const LEFT_OUT = [
  ...['.git', 'node_modules', 'dist', 'build', 'target', '.next', '.turbo', '.parcel-cache', '.cache'],
  ...['venv', '.venv', '__pycache__', '.mypy_cache', '.pytest_cache', '.ruff_cache'],
];

const NOT_THERE = 20;

/**
 * The files below a directory, relative to it. Default: the working directory.
 *
 * @throws AppError `not_found` without such a directory, `gateway_timeout` when the search takes too long; as
 * `askAgent`
 */
export async function filesBelow(agent: Agent, directory: string | undefined): Promise<string[]> {
  const cwd = await projectDir(agent);
  const command = searchIn(relativeTo(cwd, directory ?? cwd));
  const { code, stdout } = await runIn(agent, { command, cwd, seconds: SEARCH_SECONDS });
  if (code === NOT_THERE)
    throw new AppError('not_found', `Directory ${directory ?? ''} does not exist in the sandbox.`);
  if (code !== 0)
    throw new AppError('gateway_timeout', `The sandbox did not list its files within ${SEARCH_SECONDS} seconds.`);
  return pathsIn(stdout);
}

/** Leaves out names with a line break, which would read as two files. */
function searchIn(directory: string): string {
  const names = LEFT_OUT.map((name) => `-name ${quoted(name)}`).join(' -o ');
  const search = `find . -type d \\( ${names} \\) -prune -o -type f ! -path ${quoted('*\n*')} -print`;
  return `cd -- ${quoted(directory)} 2>/dev/null || exit ${NOT_THERE}
{ ${search} | LC_ALL=C sort | head -n ${MOST_FILES} | head -c ${MOST_BYTES}; } 2>/dev/null
exit 0`;
}

function pathsIn(output: string): string[] {
  const lines = output.split('\n');
  // The last line is empty or incomplete.
  if (output.endsWith('\n') || Buffer.byteLength(output) >= MOST_BYTES) lines.pop();
  return lines.filter((line) => line !== '').map((line) => line.replace(/^\.\//, ''));
}
