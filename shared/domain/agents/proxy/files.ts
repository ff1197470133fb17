import { posix } from 'node:path';
import * as z from 'zod';
import { AppError } from '../../../platform/errors/errors.ts';
import { quoted } from '../../../platform/shell.ts';
import { askAgent, parsed } from '../../conversations/agent/ask-agent.ts';
import type { Agent } from '../../conversations/agent/reach-agent.ts';
import { projectDir } from './project-dir.ts';

/** The largest file that is shown, in bytes. */
const LARGEST_FILE = 1024 * 1024;

/** How many entries of a directory are listed. */
const MAX_ENTRIES = 5_000;

/** How long a listing may take in the sandbox, in seconds. */
const LISTING_SECONDS = 8;

const Output = z.object({ exit_code: z.int().nullish(), stdout: z.string().nullish(), stderr: z.string().nullish() });

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
  if (code !== 0) throw new AppError('not_found', `there is no directory '${path}' in the workspace`);
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
    tooLong: `the file has more than ${LARGEST_FILE} bytes, which is as much as is shown`,
  });
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Bytes that are no UTF-8: a picture, an archive.
  }
  throw new AppError('unsupported_media_type', `${path} is no text`);
}
