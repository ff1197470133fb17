import { paginateDescribeVpcs } from '@aws-sdk/client-ec2';
import { QUOTA_ACTIONS, type Quota, quotaOf, raise } from '../account/quotas.ts';
import { ofType, STACK_ACTIONS } from '../account/stacks.ts';
import { defineCheck, error, ok } from '../check.ts';

const quota: Quota = { service: 'vpc', code: 'L-F678F1CE', name: 'VPCs per Region' };

interface Networks {
  readonly allowed: number;
  readonly present: number;
  /** Whether one of them is of this deployment. */
  readonly isThere: boolean;
}

/** The network has one VPC with its internet gateway, and neither NAT gateways nor Elastic IP addresses. */
export const networkQuota = defineCheck<Networks>({
  id: 'network-quota',
  about: 'whether the Region has room for the one VPC of the sandboxes',
  when: ['before'],
  actions: [...QUOTA_ACTIONS, ...STACK_ACTIONS, 'ec2:DescribeVpcs'],
  async read({ ec2, quotas, stacks }) {
    let present = 0;
    for await (const { Vpcs = [] } of paginateDescribeVpcs({ client: ec2 }, {})) present += Vpcs.length;
    return {
      present,
      allowed: await quotaOf(quotas, quota),
      isThere: ofType(await stacks(), 'AWS::EC2::VPC').length > 0,
    };
  },
  judge({ allowed, present, isThere }, { caller: { region } }) {
    const says = `Region ${region} has ${present} VPCs of ${allowed}.`;
    if (isThere) return [ok(`${says} The network of the sandboxes is one of them.`)];
    if (present < allowed) return [ok(says)];
    const means = 'The stack with the network of the sandboxes fails, and is rolled back.';
    return [error(says, means, `Delete a VPC that is not needed, or ask for more: \`${raise(quota, allowed + 1)}\`.`)];
  },
});
