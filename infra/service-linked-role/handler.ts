import { CreateServiceLinkedRoleCommand, GetRoleCommand, IAMClient } from '@aws-sdk/client-iam';

/** What CloudFormation sends for a custom resource, as far as it is read here. */
export interface ResourceEvent {
  readonly RequestType: 'Create' | 'Update' | 'Delete';
  /** Signed: whoever has it can answer for the resource, so it stands in no log. */
  readonly ResponseURL: string;
  readonly StackId: string;
  readonly RequestId: string;
  readonly LogicalResourceId: string;
}

const SERVICE = 'ecs.amazonaws.com';
const ROLE = 'AWSServiceRoleForECS';

/**
 * Makes ECS's service-linked role where the account has none. `AWS::IAM::ServiceLinkedRole` would fail where it has
 * one, and would delete it with the stack although every other cluster of the account needs it.
 */
export async function handler(event: ResourceEvent): Promise<void> {
  try {
    if (event.RequestType !== 'Delete') await ensureRole(new IAMClient());
    await answer(event, { Status: 'SUCCESS' });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const remedy = `Run "aws iam create-service-linked-role --aws-service-name ${SERVICE}" once, then deploy again.`;
    await answer(event, {
      Status: 'FAILED',
      Reason: `The account has no role ${ROLE}, and IAM said: ${why} ${remedy}`,
    });
  }
}

async function ensureRole(iam: IAMClient): Promise<void> {
  try {
    await iam.send(new CreateServiceLinkedRoleCommand({ AWSServiceName: SERVICE }));
  } catch (error) {
    if (error instanceof Error && error.message.includes('has been taken')) return;
    // An organisation may forbid making roles in an account that has this one already.
    if (!(await hasRole(iam))) throw error;
  }
}

async function hasRole(iam: IAMClient): Promise<boolean> {
  try {
    await iam.send(new GetRoleCommand({ RoleName: ROLE }));
    return true;
  } catch (error) {
    console.warn('IAM showed no service-linked role', error);
    return false;
  }
}

/** @throws when CloudFormation's bucket does not take the answer: Lambda then repeats the event. */
async function answer(event: ResourceEvent, result: { readonly Status: string; readonly Reason?: string }) {
  const { ResponseURL, StackId, RequestId, LogicalResourceId } = event;
  const body = JSON.stringify({ ...result, PhysicalResourceId: ROLE, StackId, RequestId, LogicalResourceId });
  // The signature of the address covers an empty content type.
  const response = await fetch(ResponseURL, { method: 'PUT', headers: { 'content-type': '' }, body });
  if (!response.ok) throw new Error(`CloudFormation did not take the answer: HTTP ${response.status}.`);
}
