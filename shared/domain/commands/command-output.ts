import type * as z from 'zod';
import type { CommandOutput } from '../../contract/shapes/command.ts';
import { AppError } from '../../platform/errors.ts';
import { commandView, type Result, resultIn } from './command-record.ts';
import {
  CHECK_MS,
  type FollowDeps,
  type Followed,
  type Offsets,
  offsetOf,
  RESERVE_MS,
  stateOf,
} from './follow-command.ts';
import { OutputReader } from './output-reader.ts';
import { incompleteEnd } from './output-text.ts';

export type CommandOutputView = z.input<typeof CommandOutput>;

/** The most output of each stream in a JSON response, in bytes. */
const MOST_OUTPUT = 1024 * 1024;

/** Output can be written faster than it is read, which then never meets its end. */
const MOST_READS = 30;

const NONE: Offsets = { stdout: 0, stderr: 0 };

/** Milliseconds between two looks. */
const FIRST_PAUSE = 40;
const LONGEST_PAUSE = 1_000;
const GROWTH = 1.5;

/** How many checks there are for each look at the script of the command. */
const CHECKS_PER_PROBE = 4;

/** The output from an offset on, as far as it exists and fits. */
export async function outputNow(command: Followed, state: Result | 'live' | 'lost'): Promise<CommandOutputView> {
  const { agent, id, begun, folder, from } = command;
  const ends = typeof state === 'string' ? undefined : state;
  const isTerminal = begun.about.tty !== null;
  const [stdout, stderr] = await Promise.all([
    partOf(new OutputReader(folder, 'stdout', { at: from.stdout, isTerminal }), ends?.stdout),
    partOf(new OutputReader(folder, 'stderr', { at: from.stderr, isTerminal }), ends?.stderr),
  ]);
  return {
    command: commandView({ id, sandboxId: agent.sandbox.sandbox_id }, begun, state),
    stdout: stdout.text,
    stderr: stderr.text,
    cut: { stdout: stdout.cut, stderr: stderr.cut },
    offset: offsetOf({ stdout: stdout.at, stderr: stderr.at }),
  };
}

interface OutputPart {
  readonly text: string;
  readonly cut: number;
  readonly at: number;
}

async function partOf(reader: OutputReader, end = Number.MAX_SAFE_INTEGER): Promise<OutputPart> {
  const pieces: Buffer[] = [];
  let [size, cut] = [0, 0];
  for (let reads = 0; reads < MOST_READS && size < MOST_OUTPUT && reader.at < end; reads += 1) {
    const found = await reader.next();
    if (!found) break;
    if ('bytes' in found) {
      pieces.push(found.bytes);
      size += found.bytes.length;
      continue;
    }
    // Only what comes after a gap is shown.
    cut += found.cut + size;
    pieces.length = 0;
    size = 0;
  }
  const excess = Math.max(0, size - MOST_OUTPUT, reader.at - end);
  const bytes = Buffer.concat(pieces).subarray(0, size - excess);
  const open = reader.at - excess < end ? incompleteEnd(bytes) : 0;
  return {
    text: bytes.subarray(0, bytes.length - open).toString(),
    cut,
    at: reader.at - excess - open,
  };
}

/**
 * The output of a command once it has ended, or the last part of it. White space keeps the connection alive. When the
 * time is over, no place to wait is free or something fails, the response says that the command is running.
 */
export async function* awaited(command: Followed, deps: FollowDeps): AsyncGenerator<string> {
  let hasBegun = false;
  const release = await deps.takePlace();
  try {
    let checkedAt = deps.now().getTime();
    let checks = 0;
    for (let pause = FIRST_PAUSE; deps.timeLeft() > RESERVE_MS; pause = Math.min(pause * GROWTH, LONGEST_PAUSE)) {
      const result = await resultIn(command.folder);
      if (result) return yield JSON.stringify(await ending(command, result));
      if (!release) break;
      await deps.pause(pause);
      if (deps.now().getTime() - checkedAt < CHECK_MS) continue;
      checkedAt = deps.now().getTime();
      await deps.check();
      checks += 1;
      const state = checks % CHECKS_PER_PROBE === 0 ? await stateOf(command) : 'live';
      if (state === 'lost') return yield JSON.stringify(await outputNow(command, state));
      hasBegun = true;
      yield '\n';
    }
    yield JSON.stringify(await outputNow(command, 'live'));
  } catch (error) {
    // The status is sent. The next request of the client tells the reason.
    if (!hasBegun || !(error instanceof AppError)) throw error;
    yield JSON.stringify(running(command));
  } finally {
    await release?.();
  }
}

/** The result with the end of the output. */
async function ending(command: Followed, result: Result): Promise<CommandOutputView> {
  const from = {
    stdout: Math.max(0, result.stdout - MOST_OUTPUT),
    stderr: Math.max(0, result.stderr - MOST_OUTPUT),
  };
  const output = await outputNow({ ...command, from }, result);
  const { stdout, stderr } = output.cut;
  return { ...output, cut: { stdout: stdout + from.stdout, stderr: stderr + from.stderr } };
}

/** Without its output. */
export function running({ agent, id, begun }: Followed): CommandOutputView {
  const command = commandView({ id, sandboxId: agent.sandbox.sandbox_id }, begun, 'live');
  return { command, stdout: '', stderr: '', cut: NONE, offset: offsetOf(NONE) };
}
