import { Buffer } from 'node:buffer';
import * as z from 'zod';
import { CommandEndReason, type SandboxCommand } from '../../contract/shapes/command.ts';
import type { CommandFolder } from './command-folder.ts';

export type CommandView = z.input<typeof SandboxCommand>;

/** What the service stores in the directory of a command about its request. */
const About = z.object({
  command: z.union([z.string().max(4_000), z.array(z.string().max(4_000)).max(1_000).readonly()]),
  cwd: z.string().max(4_096),
  timeout: z.int(),
  stdin: z.boolean(),
  /** The size at the beginning. */
  tty: z.object({ rows: z.int(), columns: z.int() }).nullable(),
  /** Of the whole request, to recognise a repetition. Null without an Idempotency-Key. */
  fingerprint: z.string().max(100).nullable(),
});
export type About = z.infer<typeof About>;

/** The longest text of a command that is stored, in bytes of UTF-8. */
const SHOWN_BYTES = 1_500;

export function encodedAbout(about: About): string {
  return Buffer.from(JSON.stringify({ ...about, command: shortened(about.command) })).toString('base64');
}

/** The beginning of a command line, or of the words of a command. */
function shortened(command: About['command']): About['command'] {
  if (typeof command === 'string') return cut(command, SHOWN_BYTES);
  let left = SHOWN_BYTES;
  const words: string[] = [];
  for (const word of command) {
    if (left <= 0) break;
    words.push(cut(word, left));
    left -= Buffer.byteLength(word) + 1;
  }
  return words;
}

/** @returns at most so many bytes, in whole characters */
function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  return `${new TextDecoder().decode(Buffer.from(text).subarray(0, bytes), { stream: true })}…`;
}

/** The request of a command, and when it began. */
export interface Begun {
  readonly about: About;
  readonly startedAt: number;
}

/** Parses the file `about`: the time in milliseconds, and Base64. @returns undefined if it is damaged */
export function readBegun(text: string): Begun | undefined {
  const [, time, encoded] = /^(\d{1,16}) ([A-Za-z0-9+/=]{1,16000})\s*$/.exec(text) ?? [];
  if (time === undefined || encoded === undefined) return undefined;
  try {
    const about = About.parse(JSON.parse(Buffer.from(encoded, 'base64').toString()));
    return { about, startedAt: Number(time) };
  } catch {
    return undefined;
  }
}

/** The result of a command, in the file `exit`. */
export interface Result {
  readonly code: number;
  readonly reason: z.infer<typeof CommandEndReason>;
  readonly endedAt: number;
  /** The lengths of its output. */
  readonly stdout: number;
  readonly stderr: number;
}

/** @returns undefined if it is missing or damaged */
export function readResult(text: string): Result | undefined {
  const [, code, reason, ended, stdout, stderr] =
    /^(\d{1,3}) ([a-z]{1,20}) \d{1,16} (\d{1,16}) (\d{1,15}) (\d{1,15})\s*$/.exec(text) ?? [];
  const why = CommandEndReason.safeParse(reason);
  if (code === undefined || !why.success) return undefined;
  return {
    code: Number(code),
    reason: why.data,
    endedAt: Number(ended),
    stdout: Number(stdout),
    stderr: Number(stderr),
  };
}

/** A command as the interface shows it. */
export function commandView(
  { id, sandboxId }: { readonly id: string; readonly sandboxId: string },
  { about, startedAt }: Begun,
  state: Result | 'live' | 'lost',
): CommandView {
  const result = typeof state === 'string' ? undefined : state;
  return {
    id,
    sandbox_id: sandboxId,
    command: typeof about.command === 'string' ? about.command : [...about.command],
    cwd: about.cwd,
    status: result ? 'ENDED' : state === 'live' ? 'RUNNING' : 'LOST',
    exit_code: result?.code ?? null,
    end_reason: result?.reason ?? null,
    timeout: about.timeout,
    stdin: about.stdin,
    tty: about.tty,
    started_at: timeOf(startedAt),
    ended_at: result ? timeOf(result.endedAt) : null,
    duration_ms: result ? Math.max(0, result.endedAt - startedAt) : null,
    stdout_bytes: result?.stdout ?? null,
    stderr_bytes: result?.stderr ?? null,
  };
}

/** Times come from the sandbox: beyond what dates can hold, the end of time. */
function timeOf(milliseconds: number): string {
  return new Date(Math.min(milliseconds, 253_402_300_799_999)).toISOString();
}

/** Reads `about`. @returns undefined without the command */
export async function begunIn(folder: CommandFolder): Promise<Begun | undefined> {
  const bytes = await folder.read('about', 0, 20_000);
  return bytes && readBegun(bytes.toString());
}

export async function resultIn(folder: CommandFolder): Promise<Result | undefined> {
  const bytes = await folder.read('exit', 0, 500);
  return bytes && readResult(bytes.toString());
}
