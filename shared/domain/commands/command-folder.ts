import * as z from 'zod';
import { AppError } from '../../platform/errors.ts';
import { accepted, askAgent, call, parsed } from '../sandboxes/agent/ask-agent.ts';
import type { SandboxAgent } from '../sandboxes/agent/sandbox-agent.ts';
import { uploadForm } from '../sandboxes/agent/upload-form.ts';
import { baseScript } from './folder-scripts.ts';

const Output = z.object({ exit_code: z.int().nullish(), stdout: z.string().nullish() });

/** Time limit of a script, in seconds. */
const SCRIPT_SECONDS = 8;

/** Runs a short script in the sandbox. @throws AppError as `askAgent` */
export async function runScript(agent: SandboxAgent, command: string): Promise<readonly string[]> {
  const answer = await askAgent(agent, {
    method: 'POST',
    path: '/api/bash/execute_bash_command',
    json: { command, cwd: null, timeout: SCRIPT_SECONDS },
    timeout: (SCRIPT_SECONDS + 2) * 1000,
  });
  const { exit_code: code, stdout } = parsed(Output, answer);
  if (code !== 0 && code !== 1) throw new AppError('gateway_timeout', 'The sandbox did not run a command in time.');
  return (stdout ?? '').split('\n').filter((line) => line !== '');
}

/** The value of a line `name value` of a script's output. */
export function valueIn(lines: readonly string[], name: string): string | undefined {
  return lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
}

/** An absolute path that a script reported. @throws AppError `bad_gateway` for anything else */
export function pathIn(lines: readonly string[], name: string): string {
  const path = valueIn(lines, name);
  if (path?.startsWith('/') && path.length <= 4_096) return path;
  const why = lines.includes('unwritable') ? 'The sandbox cannot write to its home directory.' : UNEXPECTED;
  throw new AppError('bad_gateway', why);
}

const UNEXPECTED = 'The sandbox returned an unexpected response.';

/** The directory of commands by sandbox and generation. It never changes, so one function asks once. */
const knownBases = new Map<string, string>();
const MOST_KNOWN = 1_000;

/** The private directory of a command, as an absolute path. @throws AppError as `askAgent` */
export async function folderOf(agent: SandboxAgent, id: string): Promise<CommandFolder> {
  const { owner_id, sandbox_id, generation } = agent.sandbox;
  const key = JSON.stringify([owner_id, sandbox_id, generation]);
  const base = knownBases.get(key) ?? pathIn(await runScript(agent, baseScript), 'base');
  if (knownBases.size >= MOST_KNOWN) knownBases.clear();
  knownBases.set(key, base);
  return new CommandFolder(agent, `${base}/${id}`);
}

/** The largest part of a file that is read at once, in bytes. */
export const READ_BYTES = 1024 * 1024;

/** Files of one command. The sandbox is not trusted: what is read is bounded, and its readers check it. */
export class CommandFolder {
  readonly path: string;
  readonly #agent: SandboxAgent;

  constructor(agent: SandboxAgent, path: string) {
    this.#agent = agent;
    this.path = path;
  }

  /** At most `most` bytes of a file from a position on. Undefined if the file does not exist. */
  async read(name: string, from = 0, most: number = READ_BYTES): Promise<Buffer | undefined> {
    const answer = await call(this.#agent, {
      path: '/api/file/download',
      query: { path: `${this.path}/${name}` },
      headers: { Range: `bytes=${from}-${from + most - 1}` },
      // A server that ignores ranges sends the whole file, which is never larger than a segment.
      maxBytes: 5 * 1024 * 1024,
    });
    if (answer.status === 404) return undefined;
    if (answer.status === 416) return Buffer.alloc(0);
    const { status, bytes } = accepted(answer, this.#agent);
    return status === 206 ? bytes.subarray(0, most) : bytes.subarray(from, from + most);
  }

  async write(name: string, content: Uint8Array): Promise<void> {
    await askAgent(this.#agent, {
      method: 'POST',
      path: '/api/file/upload',
      query: { path: `${this.path}/${name}` },
      bytes: uploadForm(content),
    });
  }
}
