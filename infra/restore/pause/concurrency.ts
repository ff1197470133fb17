import {
  DeleteFunctionConcurrencyCommand,
  GetFunctionConcurrencyCommand,
  type LambdaClient,
  ListTagsCommand,
  PutFunctionConcurrencyCommand,
  TagResourceCommand,
  UntagResourceCommand,
} from '@aws-sdk/client-lambda';
import type { ServiceFunction } from './service-functions.ts';

/** On a paused function: the concurrency that was reserved for it before. */
const BEFORE_TAG = 'agent-conversations:reserved-before-pause';

/** @returns undefined when none is reserved. */
export async function reservedOf(lambda: LambdaClient, { name }: ServiceFunction): Promise<number | undefined> {
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
