import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import { environmentOf } from '../environment.ts';
import { type Contestant, FLOOR } from './contestants.ts';
import type { StubInProcess } from './stub-in-process.ts';

const run = promisify(execFile);

const requestsProcess = join(import.meta.dirname, 'requests-process.mjs');

/** The requests of one process, in the parts that are measured on their own. Both ends are inclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const Line = z.object({
  /** Milliseconds of CPU per request, by span. */
  perRequest: z.array(z.number()),
  answer: z.unknown().optional(),
  complaints: z.array(z.string()),
});

/** No limit ends a request here: what is measured is answered. */
const unlimited = { REQUESTS_PER_MINUTE: '1000000' };

/** Starts a process that answers the event again and again. @throws when any of that goes wrong */
export async function requestsOf(
  { id, side, module, event }: Contestant,
  spans: readonly Span[],
  stub: StubInProcess,
  directory: string,
): Promise<readonly number[]> {
  await stub.reset();
  const home = join(directory, 'home');
  await mkdir(home, { recursive: true });
  const env = { ...environmentOf(id, stub.scenery.url, home), ...unlimited, LAMBDA_TASK_ROOT: dirname(module) };
  const args = [requestsProcess, pathToFileURL(module).href, JSON.stringify(spans)];
  const running = run(process.execPath, args, { env, cwd: home, timeout: 300_000, maxBuffer: 2 ** 28 });
  running.child.stdin?.end(event);
  const { stdout } = await running;
  const { perRequest, answer, complaints } = Line.parse(JSON.parse(stdout.split('\n').at(-1) ?? ''));
  const fault = complaints[0] ?? (id === FLOOR ? undefined : await stub.faultOf(id, answer));
  if (fault !== undefined) throw new Error(`${id} (${side}) did not answer its requests: ${fault}`);
  return perRequest;
}
