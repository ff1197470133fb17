import { setTimeout as wait } from 'node:timers/promises';
import { CreateServiceLinkedRoleCommand, GetRoleCommand, IAMClient } from '@aws-sdk/client-iam';
import { answer, messageOf, type ResourceEvent } from './answer.ts';

const SERVICE = 'ecs.amazonaws.com';
const ROLE = 'AWSServiceRoleForECS';

/** IAM shows a new role within seconds, and lets ECS assume it seconds later. Both fit into the function's minute. */
const APPEARS_MS = 20_000;
const SETTLES_MS = 20_000;
const POLL_MS = 2_000;

/** The time, which tests replace. */
export interface Clock {
  now(): number;
  wait(milliseconds: number): Promise<unknown>;
}

const clock: Clock = { now: Date.now, wait };

/**
 * Makes ECS's service-linked role if the account has none, and waits until ECS can assume it.
 * `AWS::IAM::ServiceLinkedRole` would fail if it exists, and would delete it with the stack although every cluster of
 * the account needs it.
 */
export const roleHandler = (time: Clock) => async (event: ResourceEvent) => {
  try {
    if (event.RequestType !== 'Delete') await ensureRole(new IAMClient(), time);
    await answer(event, { Status: 'SUCCESS', PhysicalResourceId: ROLE });
  } catch (error) {
    const remedy = `Run "aws iam create-service-linked-role --aws-service-name ${SERVICE}" once, then deploy again.`;
    await answer(event, {
      Status: 'FAILED',
      PhysicalResourceId: ROLE,
      Reason: `The account has no role ${ROLE}, and IAM refused to make it: ${messageOf(error)} ${remedy}`,
    });
  }
};

export const handler = roleHandler(clock);

async function ensureRole(iam: IAMClient, time: Clock): Promise<void> {
  const deadline = time.now() + APPEARS_MS;
  try {
    await iam.send(new CreateServiceLinkedRoleCommand({ AWSServiceName: SERVICE }));
  } catch (error) {
    const isTaken = /has been taken|already exists/.test(messageOf(error));
    const created = await createdAt(iam);
    // An organization can forbid making roles although this one exists already.
    if (!isTaken && created === undefined) throw error;
    // Lambda can have repeated the event, and another stage can have made the role just now.
    return settle(created, time);
  }
  let created = await createdAt(iam);
  while (created === undefined && time.now() < deadline) {
    await time.wait(POLL_MS);
    created = await createdAt(iam);
  }
  await settle(created ?? time.now(), time);
}

/** Waits until a new role can be assumed. CloudFormation makes the cluster next, which needs it. */
async function settle(created: number | undefined, time: Clock): Promise<void> {
  if (created === undefined) return;
  const left = created + SETTLES_MS - time.now();
  if (left > 0) await time.wait(Math.min(left, SETTLES_MS));
}

/** Undefined if the role cannot be read. */
async function createdAt(iam: IAMClient): Promise<number | undefined> {
  try {
    const { Role } = await iam.send(new GetRoleCommand({ RoleName: ROLE }));
    return Role?.CreateDate?.getTime() ?? 0;
  } catch (error) {
    console.warn('No service-linked role found', error);
    return undefined;
  }
}
