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
import { type WorkerId, workers } from '../../../shared/contract/workers.ts';
import type { Target } from '../../keys/find-service.ts';
import { UserError } from '../../local/terminal/user-error.ts';
import { findForRestore, inParallel, type Values } from '../service.ts';

/** How many functions are read or changed concurrently. */
const AT_ONCE = 5;

/** The sweep stops first, because it deletes. */
export async function pauseService(values: Values): Promise<void> {
  const { lambda, functions } = await functionsOf(values);
  const [sweep, ...others] = functions;
  const stopped = [
    ...(sweep ? [await stop(lambda, sweep)] : []),
    ...(await inParallel(others, AT_ONCE, (fn) => stop(lambda, fn))),
  ].filter(Boolean).length;
  const longest = Math.max(...functions.map(({ timeoutSeconds }) => timeoutSeconds));
  const result = { paused: true, functions: functions.length, stopped, calls_end_within_seconds: longest };
  if (values.json) return console.log(JSON.stringify(result));
  console.log(
    `The service is paused: its ${functions.length} functions are stopped. Wait for current invocations, which end within ${longest} seconds. \`npm run restore -- unpause\` ends the pause; table changes wait for at most an hour.`,
  );
}

/** The sweep starts last. */
export async function unpauseService(values: Values): Promise<void> {
  const { lambda, functions } = await functionsOf(values);
  const [sweep, ...others] = functions;
  const started = [
    ...(await inParallel(others, AT_ONCE, (fn) => letRun(lambda, fn))),
    ...(sweep ? [await letRun(lambda, sweep)] : []),
  ].filter(Boolean).length;
  if (values.json) {
    return console.log(JSON.stringify({ paused: false, functions: functions.length, started }));
  }
  console.log(`The service runs again: ${started} of its ${functions.length} functions were stopped.`);
}

export async function showStatus(values: Values): Promise<void> {
  const { total, stopped } = await statusOf(values);
  const isPaused = stopped === total;
  if (values.json) return console.log(JSON.stringify({ paused: isPaused, functions: total, stopped }));
  if (stopped === 0) return console.log(`The service runs: none of its ${total} functions is stopped.`);
  if (isPaused) return console.log(`The service is paused: all of its ${total} functions are stopped.`);
  console.log(
    `The service is partly paused: ${stopped} of its ${total} functions are stopped. Run pause or unpause again.`,
  );
}

/** @throws UserError unless all functions are stopped */
export async function assertPaused(target: Target): Promise<void> {
  const { total, stopped } = await statusOf(target);
  if (stopped < total) {
    throw new UserError(
      `The service is not paused (${stopped} of its ${total} functions are stopped) and could change the same rows. Run \`npm run restore -- pause\` first.`,
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
  const { client, deployment } = await findForRestore(target);
  const lambda = new LambdaClient(client);
  return { lambda, functions: await serviceFunctions(lambda, deployment) };
}

/** The tag of a paused function with its former reserved concurrency. */
const BEFORE_TAG = 'agent-conversations:reserved-before-pause';

/** @returns undefined if none is reserved */
async function reservedOf(lambda: LambdaClient, { name }: ServiceFunction): Promise<number | undefined> {
  const { ReservedConcurrentExecutions } = await lambda.send(new GetFunctionConcurrencyCommand({ FunctionName: name }));
  return ReservedConcurrentExecutions;
}

/** Stops new invocations of the function. Idempotent. @returns whether it ran before */
export async function stop(lambda: LambdaClient, fn: ServiceFunction): Promise<boolean> {
  const reserved = await reservedOf(lambda, fn);
  if (reserved === 0) return false;
  if (reserved !== undefined) {
    // First, so that an interrupted pause loses no setting.
    await lambda.send(new TagResourceCommand({ Resource: fn.arn, Tags: { [BEFORE_TAG]: String(reserved) } }));
  }
  await lambda.send(new PutFunctionConcurrencyCommand({ FunctionName: fn.name, ReservedConcurrentExecutions: 0 }));
  return true;
}

/** Restores the function's former concurrency. Idempotent. @returns whether it was stopped */
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

/**
 * CloudFormation invokes it when the stack is deleted, and waits in vain for a stopped one: the deletion would fail.
 * Only operators and CloudFormation invoke it, and it changes no rows.
 */
const NEVER_PAUSED = 'install-ingress-keys' satisfies WorkerId;

interface ServiceFunction {
  readonly name: string;
  readonly arn: string;
  /** The time limit of an invocation. */
  readonly timeoutSeconds: number;
}

/** The functions of a deployment that a pause stops, by their names, the sweep first. @throws UserError without any */
export async function serviceFunctions(lambda: LambdaClient, deployment: string): Promise<readonly ServiceFunction[]> {
  const paused = [...endpoints, ...workers].filter(({ id }) => id !== NEVER_PAUSED);
  const names = new Set(paused.map(({ id }) => `${deployment}-${id}`));
  const found: ServiceFunction[] = [];
  for await (const { Functions = [] } of paginateListFunctions({ client: lambda }, {})) {
    for (const { FunctionName: name, FunctionArn: arn, Timeout = 0 } of Functions) {
      if (name && arn && names.has(name)) found.push({ name, arn, timeoutSeconds: Timeout });
    }
  }
  if (found.length === 0) {
    throw new UserError(`This account and Region have no functions of ${deployment}.`);
  }
  const rank = ({ name }: ServiceFunction) => (name === `${deployment}-sweep-sandboxes` ? 0 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b));
}
