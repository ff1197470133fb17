import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';

const run = promisify(execFile);

const measuredProcess = join(import.meta.dirname, 'measured-process.mjs');

/** Milliseconds of one process. */
const Measurement = z.object({
  importMs: z.number(),
  /** From just before the import until the first call was answered. */
  firstMs: z.number(),
  /** The same from the start of the process: Node's own start included, the fork and exec before it not. */
  processMs: z.number(),
});
export type Measurement = z.infer<typeof Measurement>;

const Line = z.object({ measurement: Measurement, answer: z.unknown().optional(), complaints: z.array(z.string()) });

/** Starts a process that answers one event. @throws with its output when it does not */
export async function measure(
  module: string,
  event: unknown,
  env: Record<string, string>,
): Promise<z.infer<typeof Line>> {
  const args = [measuredProcess, pathToFileURL(module).href, JSON.stringify(event)];
  const { stdout } = await run(process.execPath, args, { env, cwd: env.HOME, timeout: 60_000, maxBuffer: 2 ** 24 });
  return Line.parse(JSON.parse(stdout.split('\n').at(-1) ?? ''));
}
