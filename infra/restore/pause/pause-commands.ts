import {
  DeleteFunctionConcurrencyCommand,
  GetFunctionConcurrencyCommand,
  LambdaClient,
  ListTagsCommand,
  PutFunctionConcurrencyCommand,
  paginateListFunctions,
  TagResourceCommand,
  UntagResourceCommand,
} from '@aws-sdk/client-lambda';
import { endpoints } from '../../../shared/contract/index.ts';
import { workers } from '../../../shared/contract/workers.ts';
import type { Target } from '../../keys/find-service.ts';
import { UserError } from '../../local/terminal/user-error.ts';
import { inParallel } from '../in-parallel.ts';
import type { Values } from '../options.ts';
import { findForRestore } from '../service.ts';

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

/** On a paused function: the concurrency that was reserved for it before. */
const BEFORE_TAG = 'agent-conversations:reserved-before-pause';

/** @returns undefined when none is reserved. */
async function reservedOf(lambda: LambdaClient, { name }: ServiceFunction): Promise<number | undefined> {
  const { ReservedConcurrentExecutions } = await lambda.send(new GetFunctionConcurrencyCommand({ FunctionName: name }));
  return ReservedConcurrentExecutions;
}

/** Lets no call of the function begin; repeatable. @returns whether it ran before. */
export async function stop(lambda: LambdaClient, fn: ServiceFunction): Promise<boolean> {
  const reserved = await reservedOf(lambda, fn);
  if (reserved === 0) return false;
  if (reserved !== undefined) {
    // Written first: a pause that breaks off in between loses no setting.
    await lambda.send(new TagResourceCommand({ Resource: fn.arn, Tags: { [BEFORE_TAG]: String(reserved) } }));
  }
  await lambda.send(new PutFunctionConcurrencyCommand({ FunctionName: fn.name, ReservedConcurrentExecutions: 0 }));
  return true;
}

/** Lets the function run as before its pause; repeatable. @returns whether it was stopped. */
export async function letRun(lambda: LambdaClient, fn: ServiceFunction): Promise<boolean> {
  if ((await reservedOf(lambda, fn)) !== 0) return false;
  const { Tags = {} } = await lambda.send(new ListTagsCommand({ Resource: fn.arn }));
  const before = Tags[BEFORE_TAG];
  if (before === undefined) {
    await lambda.send(new DeleteFunctionConcurrencyCommand({ FunctionName: fn.name }));
    return true;
  }
  const ReservedConcurrentExecutions = Number(before);
  await lambda.send(new PutFunctionConcurrencyCommand({ FunctionName: fn.name, ReservedConcurrentExecutions }));
  await lambda.send(new UntagResourceCommand({ Resource: fn.arn, TagKeys: [BEFORE_TAG] }));
  return true;
}

interface ServiceFunction {
  readonly name: string;
  readonly arn: string;
  /** How long a call that runs already may go on, in seconds. */
  readonly timeoutSeconds: number;
}

const ids: ReadonlySet<string> = new Set([...endpoints, ...workers].map(({ id }) => id));

/** The sweep is stopped first and started last: it is what deletes. */
const FIRST = 'sweep-sandboxes';

/**
 * The functions of one deployment, by the names that a deployment gives them. An account may hold others, whose names
 * may begin alike.
 *
 * @param prefix the name of its stacks without the last part; undefined: all that there are, as of the local service.
 * @throws UserError when there are none.
 */
export async function serviceFunctions(
  lambda: LambdaClient,
  prefix: string | undefined,
): Promise<readonly ServiceFunction[]> {
  const found: ServiceFunction[] = [];
  for await (const { Functions = [] } of paginateListFunctions({ client: lambda }, {})) {
    for (const { FunctionName: name, FunctionArn: arn, Timeout = 0 } of Functions) {
      if (name && arn && isOf(prefix, name)) found.push({ name, arn, timeoutSeconds: Timeout });
    }
  }
  if (found.length === 0) {
    throw new UserError(`No functions of ${prefix ?? 'the local service'} were found in this account and Region.`);
  }
  const rank = ({ name }: ServiceFunction) => (isSweep(name) ? 0 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b));
}

function isOf(prefix: string | undefined, name: string): boolean {
  if (prefix === undefined) return true;
  if (!name.startsWith(`${prefix}-`)) return false;
  const id = name.slice(prefix.length + 1);
  return ids.has(id);
}

function isSweep(name: string): boolean {
  return name.endsWith(`-${FIRST}`);
}
