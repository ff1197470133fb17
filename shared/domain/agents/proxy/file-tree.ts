import { posix } from 'node:path';
import * as z from 'zod';
import { MOST_FILES } from '../../../contract/shapes/workspace.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { quoted } from '../../../platform/shell.ts';
import { askAgent, parsed } from '../../conversations/agent/ask-agent.ts';
import type { Agent } from '../../conversations/agent/reach-agent.ts';
import { projectDir } from './project-dir.ts';

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

const Output = z.object({ exit_code: z.int().nullish(), stdout: z.string().nullish() });

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
  if (code === NOT_THERE) throw new AppError('not_found', `there is no directory ${directory ?? ''} in the sandbox`);
  if (code !== 0) throw new AppError('gateway_timeout', `the sandbox did not list its files in ${SEARCH_SECONDS} s`);
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
