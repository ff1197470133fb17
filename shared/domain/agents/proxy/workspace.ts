import { posix } from 'node:path';
import * as z from 'zod';
import { GitChange, GitDiff, MOST_FILES } from '../../../contract/shapes/workspace.ts';
import { AppError } from '../../../platform/errors.ts';
import { quoted } from '../../../platform/shell.ts';
import { accepted, askAgent, call, parsed } from '../../conversations/agent/ask-agent.ts';
import type { Agent } from '../../conversations/agent/reach-agent.ts';

const Info = z.object({ workspace: z.object({ working_dir: z.string() }) });

/** The conversation's working directory as an absolute path. */
export async function projectDir(agent: Agent): Promise<string> {
  return parsed(Info, await askAgent(agent, { path: agent.path })).workspace.working_dir;
}

/** The largest file that is shown, in bytes. */
const LARGEST_FILE = 1024 * 1024;

/** How many entries of a directory are listed. */
const MAX_ENTRIES = 5_000;

/** How long a listing may take in the sandbox, in seconds. */
const LISTING_SECONDS = 8;

const Output = z.object({ exit_code: z.int().nullish(), stdout: z.string().nullish() });

/** The absolute path for the agent. Absolute paths stay as they are: a sandbox hides nothing from its owner. */
export async function inProject(agent: Agent, path: string): Promise<string> {
  return posix.resolve(await projectDir(agent), path);
}

/** The names in a directory, those of directories with a slash. @throws AppError `not_found` */
export async function listDirectory(agent: Agent, path: string): Promise<string[]> {
  const command = `cd -- ${quoted(path === '' ? '.' : path)} && ls -1Ap | head -n ${MAX_ENTRIES}`;
  const json = { command, cwd: await projectDir(agent), timeout: LISTING_SECONDS };
  const answer = await askAgent(agent, { method: 'POST', path: '/api/bash/execute_bash_command', json });
  const { exit_code: code, stdout } = parsed(Output, answer);
  if (code !== 0) throw new AppError('not_found', `Directory '${path}' does not exist in the workspace.`);
  const names = (stdout ?? '').split('\n').filter((name) => name !== '');
  const sorted = [...names.filter(isDirectory), ...names.filter((name) => !isDirectory(name))];
  return sorted.map((name) => (path === '' ? name : `${path.replace(/\/+$/, '')}/${name}`));
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
    // Bytes that are no UTF-8: a picture, an archive.
  }
  throw new AppError('unsupported_media_type', `${path} is not a text file.`);
}

/** How long the sandbox may search, in seconds. */
const SEARCH_SECONDS = 10;

/** How much is read of what it finds, in bytes: an agent server gives more than 1 MiB of output in pieces. */
const MOST_BYTES = 900_000;

/** What can be fetched or built again, and what git keeps. */
const LEFT_OUT = [
  ...['.git', 'node_modules', 'dist', 'build', 'target', '.next', '.turbo', '.parcel-cache', '.cache'],
  ...['venv', '.venv', '__pycache__', '.mypy_cache', '.pytest_cache', '.ruff_cache'],
];

const NOT_THERE = 20;

/**
 * The files below a directory, relative to it; below the working directory by default.
 *
 * @throws AppError `not_found` without such a directory, `gateway_timeout` when the search takes too long; as
 * `askAgent`
 */
export async function filesBelow(agent: Agent, directory: string | undefined): Promise<string[]> {
  const cwd = await projectDir(agent);
  // From the directory that is there: an agent server may know its workspace by another path than the system does.
  const place = directory === undefined ? '.' : posix.relative(cwd, directory) || '.';
  const json = { command: searchIn(place), cwd, timeout: SEARCH_SECONDS };
  const answer = await askAgent(agent, {
    method: 'POST',
    path: '/api/bash/execute_bash_command',
    json,
    timeout: (SEARCH_SECONDS + 5) * 1000,
  });
  const { exit_code: code, stdout } = parsed(Output, answer);
  if (code === NOT_THERE)
    throw new AppError('not_found', `Directory ${directory ?? ''} does not exist in the sandbox.`);
  if (code !== 0)
    throw new AppError('gateway_timeout', `The sandbox did not list its files within ${SEARCH_SECONDS} seconds.`);
  return pathsIn(stdout ?? '');
}

/** Names with a line break in them are left out, as they would read as two files. */
function searchIn(place: string): string {
  const names = LEFT_OUT.map((name) => `-name ${quoted(name)}`).join(' -o ');
  const search = `find . -type d \\( ${names} \\) -prune -o -type f ! -path ${quoted('*\n*')} -print`;
  return `cd -- ${quoted(place)} 2>/dev/null || exit ${NOT_THERE}
{ ${search} | LC_ALL=C sort | head -n ${MOST_FILES} | head -c ${MOST_BYTES}; } 2>/dev/null
exit 0`;
}

function pathsIn(output: string): string[] {
  const lines = output.split('\n');
  // The last line is empty, or cut.
  if (output.endsWith('\n') || Buffer.byteLength(output) >= MOST_BYTES) lines.pop();
  return lines.filter((line) => line !== '').map((line) => line.replace(/^\.\//, ''));
}

interface Place {
  readonly path: string;
  readonly ref?: string | undefined;
}

/** The changes in a repository of the sandbox; empty without a repository. */
export async function gitChanges(agent: Agent, { path, ref }: Place) {
  return parsed(z.array(GitChange), await askAgent(agent, { path: '/api/git/changes', query: { path, ref } }));
}

/** A file of a repository before and after its change. @throws AppError `not_found` without the file; as `askAgent` */
export async function gitDiff(agent: Agent, { path, ref }: Place) {
  const answer = await call(agent, { path: '/api/git/diff', query: { path, ref } });
  if (answer.status === 400 && NO_FILE.test(answer.text))
    throw new AppError('not_found', `File ${path} does not exist in the sandbox.`);
  return parsed(GitDiff, accepted(answer, agent));
}

/** Agent servers refuse a missing file like a wrong parameter: only their words tell them apart. */
const NO_FILE = /File does not exist|Cannot access file/;
