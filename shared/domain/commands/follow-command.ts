import type { CommandEvent } from '../../contract/shapes/command.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { KEEP_ALIVE, serverSentEvent } from '../../platform/event-stream.ts';
import type { SandboxAgent } from '../sandboxes/agent/sandbox-agent.ts';
import type { Release } from '../sandboxes/waits/wait-for-status.ts';
import { runScript } from './command-folder.ts';
import { commandView, type Result, resultIn } from './command-record.ts';
import { probeScript } from './folder-scripts.ts';
import { OpenStream } from './open-stream.ts';
import { OutputReader } from './output-reader.ts';
import type { StartedCommand } from './start-command.ts';

export interface FollowDeps {
  readonly now: Clock;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  /** Time until this follower must end, in milliseconds. */
  readonly timeLeft: () => number;
  /** Takes one of the limited places for waiting requests; undefined if none is free. */
  readonly takePlace: () => Promise<Release | undefined>;
  /** Throws an AppError once the caller may no longer follow, or the sandbox no longer runs. */
  readonly check: () => Promise<void>;
}

export interface Followed extends StartedCommand {
  readonly agent: SandboxAgent;
  readonly id: string;
  /** Where the output of each stream begins, in bytes. */
  readonly from: Offsets;
}

export interface Offsets {
  readonly stdout: number;
  readonly stderr: number;
}

/** Parses an offset of the interface. */
export function offsetsIn(text: string | undefined): Offsets {
  const [, stdout = 0, stderr = 0] = /^(\d{1,15})-(\d{1,15})$/.exec(text ?? '') ?? [];
  return { stdout: Number(stdout), stderr: Number(stderr) };
}

export const offsetOf = ({ stdout, stderr }: Offsets): string => `${stdout}-${stderr}`;

/** Milliseconds between two looks: most commands end soon, and output comes in bursts. */
const FIRST_PAUSE = 40;
const LONGEST_PAUSE = 1_000;
const GROWTH = 1.6;
/** Between two looks at a command that has been silent for a minute. */
const SLEEPY_PAUSE = 2_500;
const SLEEPY_AFTER = 60_000;

/** A person sees each pause of a terminal: how long it is silent, and the longest pause then. */
const TERMINAL_PAUSES = [
  { silent: 5_000, pause: 50 },
  { silent: 30_000, pause: 100 },
  { silent: 300_000, pause: 300 },
  { silent: 1_800_000, pause: LONGEST_PAUSE },
] as const;

/** The longest pause after a silence, both in milliseconds. */
function longestPause(silent: number, isTerminal: boolean): number {
  if (!isTerminal) return silent > SLEEPY_AFTER ? SLEEPY_PAUSE : LONGEST_PAUSE;
  return TERMINAL_PAUSES.find((step) => silent < step.silent)?.pause ?? SLEEPY_PAUSE;
}

/** How often a stream checks whether it may continue, and shows that it lives. */
export const CHECK_MS = 5_000;

/** How long a command is silent before its script is looked at, and between two such looks. */
const PROBE_MS = 20_000;

/** Failures in a row after which a stream ends: an agent can be unreachable for a moment. */
const MOST_FAILURES = 5;

/** Time reserved for the end of the response. */
export const RESERVE_MS = 10_000;

/** The most output of one response in bytes. Lambda streams 200 MB, and JSON makes text longer. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The most pieces of each stream between two looks, so that endless output does not put off the checks. */
const MOST_PIECES = 4;
/** Between two looks at a terminal whose output is faster than its reader: what a person cannot read is skipped. */
const FLOOD_PAUSE = 40;

/** How soon a client should come back that found no place to wait. */
const RETRY_MS = 3_000;

/**
 * How long a stream of a terminal lasts at most, and how soon its client should come back. The service cannot see that
 * a client has left, for example when a page is loaded again, and its stream holds one of few places.
 */
const TERMINAL_MS = 120_000;
const SOON_MS = 10;

/** What a stream consists of: events, comments that keep it alive, and when a client should come back. */
export type StreamPart = CommandEvent | 'ping' | { readonly retry: number };

/** The parts as server-sent events. */
export async function* asText(parts: AsyncIterable<StreamPart>): AsyncGenerator<string> {
  for await (const part of parts) {
    if (part === 'ping') yield KEEP_ALIVE;
    else if ('retry' in part) yield `retry: ${part.retry}\n\n`;
    else yield serverSentEvent(part);
  }
}

/**
 * The events of a command: what it is, its output from an offset on, and its end. Ends without `exit` when its time is
 * over or no place to wait is free; clients then continue at the last id.
 */
export async function* followed(command: Followed, deps: FollowDeps): AsyncGenerator<StreamPart> {
  const { agent, id, begun } = command;
  const state = await stateOf(command);
  const identity = { id, sandboxId: agent.sandbox.sandbox_id };
  const follower = new Follower(command);
  yield { event: 'command', data: commandView(identity, begun, state), id: follower.offset };
  const release = typeof state === 'string' ? await deps.takePlace() : undefined;
  const isPatient = release !== undefined;
  try {
    const end = yield* follower.follow(state, isPatient, deps);
    if (end) yield { event: 'exit', data: { ...commandView(identity, begun, end), cut: follower.cut } };
    else if (!isPatient) yield { retry: RETRY_MS };
    else if (begun.about.tty) yield { retry: SOON_MS };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    yield { event: 'error', data: { code: error.code, detail: error.message } };
  } finally {
    await release?.();
  }
}

/** @throws AppError `not_found` without the command; as `askAgent` */
export async function stateOf({ agent, folder, id }: Pick<Followed, 'agent' | 'folder' | 'id'>) {
  const result = await resultIn(folder);
  if (result) return result;
  const [probed] = await runScript(agent, probeScript(id));
  // It ended since.
  if (probed === 'ended') return (await resultIn(folder)) ?? 'lost';
  return probed === 'live' ? 'live' : 'lost';
}

class Follower {
  readonly #command: Followed;
  readonly #isTerminal: boolean;
  readonly #streams: readonly [OpenStream, OpenStream];
  #sent = 0;

  constructor(command: Followed) {
    this.#command = command;
    const { folder, from, begun } = command;
    this.#isTerminal = begun.about.tty !== null;
    const place = (at: number) => ({ at, isTerminal: this.#isTerminal });
    this.#streams = [
      new OpenStream(new OutputReader(folder, 'stdout', place(from.stdout))),
      new OpenStream(new OutputReader(folder, 'stderr', place(from.stderr))),
    ];
  }

  get offset(): string {
    const [stdout, stderr] = this.#streams;
    return offsetOf({ stdout: stdout.at, stderr: stderr.at });
  }

  get cut(): Offsets {
    const [stdout, stderr] = this.#streams;
    return { stdout: stdout.cut, stderr: stderr.cut };
  }

  /** @returns how the command ended; undefined if it continues */
  async *follow(
    state: Result | 'live' | 'lost',
    isPatient: boolean,
    deps: FollowDeps,
  ): AsyncGenerator<StreamPart, Result | 'lost' | undefined> {
    let pause = FIRST_PAUSE;
    let failures = 0;
    let known = state;
    const begun = deps.now().getTime();
    let [checkedAt, newsAt, probedAt] = [begun, begun, begun];
    const end = this.#isTerminal ? begun + TERMINAL_MS : Number.POSITIVE_INFINITY;
    while (deps.timeLeft() > RESERVE_MS && this.#sent < MOST_BYTES && deps.now().getTime() < end) {
      try {
        // The result is read before the output, so that all of it is there.
        const result = typeof known === 'string' ? await resultIn(this.#command.folder) : known;
        const before = this.#sent;
        const isBehind = yield* this.#news(result);
        failures = 0;
        if (!isBehind) {
          if (result) return yield* this.#rest(result);
          if (known === 'lost') return known;
        }
        if (!isPatient && !result && known !== 'lost') return undefined;
        pause = this.#sent > before ? FIRST_PAUSE * 3 : pause * GROWTH;
        if (isBehind) pause = this.#isTerminal ? FLOOD_PAUSE : 0;
        if (this.#sent > before) newsAt = deps.now().getTime();
      } catch (error) {
        failures += 1;
        await deps.check();
        if (failures >= MOST_FAILURES || !isPatient) throw error;
      }
      const now = deps.now().getTime();
      await deps.pause(Math.min(pause, longestPause(now - newsAt, this.#isTerminal)));
      if (now - checkedAt < CHECK_MS) continue;
      checkedAt = now;
      yield 'ping';
      await deps.check();
      // A command that writes is alive.
      if (now - Math.max(newsAt, probedAt) < PROBE_MS) continue;
      probedAt = now;
      known = await stateOf(this.#command);
    }
    return undefined;
  }

  /** What both streams have now, up to a number of pieces. @returns whether there may be more */
  async *#news(result: Result | undefined): AsyncGenerator<StreamPart, boolean> {
    let isBehind = false;
    for (const stream of this.#streams) {
      for (let pieces = 1; this.#sent < MOST_BYTES; pieces += 1) {
        const found = await stream.next(result?.[stream.name]);
        if (!found) break;
        this.#sent += found.bytes;
        if (found.event) yield { ...found.event, id: this.offset };
        isBehind ||= pieces === MOST_PIECES;
        if (pieces === MOST_PIECES) break;
      }
    }
    return isBehind;
  }

  /** The beginnings of characters at the end of the output. */
  async *#rest(result: Result): AsyncGenerator<StreamPart, Result | undefined> {
    if (this.#sent >= MOST_BYTES) return undefined;
    for (const stream of this.#streams) {
      const piece = stream.rest();
      if (piece) yield { event: stream.name, data: piece, id: this.offset };
    }
    return result;
  }
}
