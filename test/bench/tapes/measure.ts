import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import type { Tape } from '../../../shared/platform/rehearsal/tape.ts';
import { environmentOf } from './environment.ts';
import { faultOf } from './fault.ts';
import { TapeServer } from './tape-server.ts';

const measuredProcess = join(import.meta.dirname, 'measured-process.mjs');

const Times = z.object({ cpuMs: z.number(), wallMs: z.number() });

const Measurement = z.object({
  /** Of the bundle, which is INIT. */
  import: Times,
  first: Times,
  second: Times,
  /** Of calls after those that warmed it up. */
  warm: z.array(Times),
  answers: z.array(z.unknown()),
  /** What the second call asked for, in its order. */
  calls: z.array(z.string()),
  /** For each call that was held: how many calls it made at once, in each of its steps. */
  steps: z.array(z.array(z.int())),
  /** The most memory that the process had, in KB, at its end and after the first call. */
  maxRss: z.int(),
  firstRss: z.int(),
  complaints: z.array(z.string()),
});
export type Measurement = z.infer<typeof Measurement>;

const Said = z.union([
  z.object({ play: z.int(), holds: z.boolean() }),
  z.object({ over: z.literal(true) }),
  z.object({ letGo: z.literal(true) }),
  Measurement,
]);

/** What a process does after its first and its second call. */
export interface Course {
  /** Calls before the measured warm ones, at most as long as `warmMs`. */
  readonly warmCalls: number;
  readonly warmMs: number;
  readonly measuredCalls: number;
  /** Calls whose answers are held until it asks for nothing more. */
  readonly heldCalls: number;
  /** Is called between INIT and the first call, with the id of the process. */
  readonly onInitialised?: (pid: number) => void;
}

export const coldOnly: Course = { warmCalls: 0, warmMs: 0, measuredCalls: 0, heldCalls: 0 };

export interface Measured {
  readonly id: string;
  readonly module: string;
  /** One for each call in turn. */
  readonly tapes: readonly Tape[];
}

/** How long one process may take, in milliseconds, on a busy machine. */
const PATIENCE = 120_000;

/** How long after the end of a process what it sent may arrive, in milliseconds. */
const LAST_WORD_MS = 500;

/** Measures one function in a process of its own. @throws Error that names it when it does not do its work */
export async function measure({ id, module, tapes }: Measured, course: Course): Promise<Measurement> {
  const server = new TapeServer();
  await server.start();
  const home = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const order = join(home, 'order.json');
    const { origin } = server;
    const [{ at }] = tapes as readonly [Tape];
    const { onInitialised, ...counts } = course;
    const events = tapes.map(({ event }) => event);
    await writeFile(order, JSON.stringify({ module: pathToFileURL(module).href, origin, at, events, ...counts }));
    const child = spawn(process.execPath, [measuredProcess, order], {
      env: environmentOf(id, { endpoint: origin, home, folder: dirname(module) }),
      cwd: home,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      timeout: PATIENCE,
    });
    server.play(withSecret(tapes[0] as Tape), { holds: false });
    const measurement = await conversed(child, server, { tapes, onInitialised });
    const fault = server.misses.map((call) => `its tape has no answer to ${call}`)[0] ?? faultOf(id, measurement);
    if (fault !== undefined) throw new Error(fault);
    return measurement;
  } catch (cause) {
    throw new Error(`${id} was not measured: ${cause instanceof Error ? cause.message : cause}`, { cause });
  } finally {
    server.stop();
    await rm(home, { recursive: true });
  }
}

/** INIT fetches what most calls need, also where the call of the tape does not. */
function withSecret({ exchanges, ...tape }: Tape): Tape {
  const body = JSON.stringify({ SecretString: JSON.stringify({ current: 'k1', k1: 'a-master-key-of-this-bench' }) });
  return {
    ...tape,
    exchanges: [...exchanges, { call: 'secretsmanager.GetSecretValue', status: 200, headers: {}, body }],
  };
}

interface Talk {
  readonly tapes: readonly Tape[];
  readonly onInitialised: Course['onInitialised'];
}

function conversed(child: ChildProcess, server: TapeServer, { tapes, onInitialised }: Talk): Promise<Measurement> {
  let stderr = '';
  let calls = 0;
  let measured: Measurement | undefined;
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on('message', (message) => {
      const said = Said.parse(message);
      if ('import' in said) measured = said;
      else if ('letGo' in said) server.letGo();
      else if ('over' in said) child.send({ calls: [...server.calls], steps: [...server.steps] });
      else {
        if (calls === 0) onInitialised?.(child.pid ?? 0);
        calls += 1;
        server.play(tapes[said.play] as Tape, said);
        child.send({});
      }
    });
    child.on('error', reject);
    const end = (how: number | string | null) => {
      if (measured) resolve(measured);
      else reject(new Error(`it ended by ${how}: ${stderr.slice(-2_000)}`));
    };
    // Its last word may still be on the way.
    child.on('exit', (code, signal) => setTimeout(end, measured ? 0 : LAST_WORD_MS, signal ?? code));
  });
}
