import { DescribeManagedPrefixListsCommand, EC2Client } from '@aws-sdk/client-ec2';
import { answer, messageOf, type ResourceEvent } from './answer.ts';

/** The prefix list of CloudFront's addresses. Its id differs by Region, and no template function returns it. */
const NAME = 'com.amazonaws.global.cloudfront.origin-facing';

/** Finds CloudFront's managed prefix list; its id becomes the id of the resource. */
export async function handler(event: ResourceEvent): Promise<void> {
  const former = event.PhysicalResourceId ?? 'none';
  if (event.RequestType === 'Delete') return answer(event, { Status: 'SUCCESS', PhysicalResourceId: former });
  try {
    const PhysicalResourceId = await findList(new EC2Client());
    return await answer(event, { Status: 'SUCCESS', PhysicalResourceId });
  } catch (error) {
    const Reason = `${messageOf(error)} Deploy again, or choose another ingress (the setting ingress).`;
    return answer(event, { Status: 'FAILED', PhysicalResourceId: former, Reason });
  }
}

async function findList(ec2: EC2Client): Promise<string> {
  const command = new DescribeManagedPrefixListsCommand({ Filters: [{ Name: 'prefix-list-name', Values: [NAME] }] });
  const { PrefixLists: [list] = [] } = await ec2.send(command);
  if (!list?.PrefixListId) throw new Error(`This Region has no prefix list ${NAME}.`);
  return list.PrefixListId;
}
