import { CreateServiceLinkedRoleCommand, GetRoleCommand, IAMClient } from '@aws-sdk/client-iam';
import { answer, messageOf, type ResourceEvent } from './answer.ts';

const SERVICE = 'ecs.amazonaws.com';
const ROLE = 'AWSServiceRoleForECS';

/**
 * Makes ECS's service-linked role if the account has none. `AWS::IAM::ServiceLinkedRole` would fail if it exists, and
 * would delete it with the stack although every cluster of the account needs it.
 */
export async function handler(event: ResourceEvent): Promise<void> {
  try {
    if (event.RequestType !== 'Delete') await ensureRole(new IAMClient());
    await answer(event, { Status: 'SUCCESS', PhysicalResourceId: ROLE });
  } catch (error) {
    const remedy = `Run "aws iam create-service-linked-role --aws-service-name ${SERVICE}" once, then deploy again.`;
    await answer(event, {
      Status: 'FAILED',
      PhysicalResourceId: ROLE,
      Reason: `The account has no role ${ROLE}, and IAM refused to make it: ${messageOf(error)} ${remedy}`,
    });
  }
}

async function ensureRole(iam: IAMClient): Promise<void> {
  try {
    await iam.send(new CreateServiceLinkedRoleCommand({ AWSServiceName: SERVICE }));
  } catch (error) {
    if (error instanceof Error && error.message.includes('has been taken')) return;
    // An organization can forbid making roles although this one exists already.
    if (!(await hasRole(iam))) throw error;
  }
}

async function hasRole(iam: IAMClient): Promise<boolean> {
  try {
    await iam.send(new GetRoleCommand({ RoleName: ROLE }));
    return true;
  } catch (error) {
    console.warn('No service-linked role found', error);
    return false;
  }
}
