import { LambdaClient } from '@aws-sdk/client-lambda';
import type { Target } from '../../keys/find-service.ts';
import { UserError } from '../../local/terminal/user-error.ts';
import { inParallel } from '../in-parallel.ts';
import type { Values } from '../options.ts';
import { findForRestore } from '../service.ts';
import { letRun, reservedOf, stop } from './concurrency.ts';
import { type ServiceFunction, serviceFunctions } from './service-functions.ts';

/** How many functions are asked about or changed at a time. */
const AT_ONCE = 5;

export async function pauseService(values: Values): Promise<void> {
  const { lambda, functions } = await functionsOf(values);
  const [sweep, ...others] = functions;
  const stopped = [
    ...(await inParallel(sweep ? [sweep] : [], AT_ONCE, (fn) => stop(lambda, fn))),
    ...(await inParallel(others, AT_ONCE, (fn) => stop(lambda, fn))),
  ].filter(Boolean).length;
  const longest = Math.max(...functions.map(({ timeoutSeconds }) => timeoutSeconds));
  const result = { paused: true, functions: functions.length, stopped, calls_end_within_seconds: longest };
  if (values.json) return console.log(JSON.stringify(result));
  console.log(
    `The service is paused: none of its ${functions.length} functions begins to run. Calls that run already end within ${longest} seconds: wait for them. \`npm run restore -- unpause\` ends the pause; changes of tables wait for it for an hour.`,
  );
}

export async function unpauseService(values: Values): Promise<void> {
  const { lambda, functions } = await functionsOf(values);
  const [sweep, ...others] = functions;
  const started = [
    ...(await inParallel(others, AT_ONCE, (fn) => letRun(lambda, fn))),
    ...(await inParallel(sweep ? [sweep] : [], AT_ONCE, (fn) => letRun(lambda, fn))),
  ].filter(Boolean).length;
  if (values.json) {
    return console.log(JSON.stringify({ paused: false, functions: functions.length, started }));
  }
  console.log(`The service runs: ${started} of its ${functions.length} functions were stopped and may run again.`);
}

export async function showStatus(values: Values): Promise<void> {
  const { total, stopped } = await statusOf(values);
  const isPaused = stopped === total;
  if (values.json) return console.log(JSON.stringify({ paused: isPaused, functions: total, stopped }));
  if (stopped === 0) return console.log(`The service runs: none of its ${total} functions is stopped.`);
  if (isPaused) return console.log(`The service is paused: all of its ${total} functions are stopped.`);
  console.log(
    `The service is paused in part: ${stopped} of its ${total} functions are stopped. Run the command again.`,
  );
}

/** @throws UserError unless the whole service is paused. */
export async function assertPaused(target: Target): Promise<void> {
  const { total, stopped } = await statusOf(target);
  if (stopped < total) {
    throw new UserError(
      `The service is not paused (${stopped} of its ${total} functions are stopped): run \`npm run restore -- pause\` first, as it could change the same rows.`,
    );
  }
}

async function statusOf(target: Target): Promise<{ readonly total: number; readonly stopped: number }> {
  const { lambda, functions } = await functionsOf(target);
  const reserved = await inParallel(functions, AT_ONCE, (fn) => reservedOf(lambda, fn));
  return { total: functions.length, stopped: reserved.filter((count) => count === 0).length };
}

async function functionsOf(
  target: Target,
): Promise<{ readonly lambda: LambdaClient; readonly functions: readonly ServiceFunction[] }> {
  const { client, prefix } = await findForRestore(target);
  const lambda = new LambdaClient(client);
  return { lambda, functions: await serviceFunctions(lambda, prefix) };
}
