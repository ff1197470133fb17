import { paginateDescribeSecurityGroupRules } from '@aws-sdk/client-ec2';
import { type DeployedIngress, deployedIngress } from '../account/account.ts';
import { ofType, STACK_ACTIONS } from '../account/stacks.ts';
import { defineCheck, error, type Finding, ok, warning } from '../check.ts';

/** A rule of the sandboxes' security group. */
interface Opening {
  readonly kind: 'prefix list' | 'security group' | 'addresses';
  /** The ID, or the range of addresses. */
  readonly from: string;
}

interface Access {
  readonly ingress: DeployedIngress['kind'];
  readonly openings: readonly Opening[];
}

/** The kind of rule that each ingress needs. */
const fitting = { cloudfront: 'prefix list', router: 'security group', direct: 'addresses' } as const;

export const sandboxAccess = defineCheck<Access>({
  id: 'sandbox-access',
  about: 'who can connect to sandboxes, against the deployed ingress',
  when: ['after'],
  actions: [...STACK_ACTIONS, 'ec2:DescribeSecurityGroupRules'],
  async read({ ec2, stacks }, { settings }) {
    const found = await stacks();
    const ingress = deployedIngress(found, settings).kind;
    const groups = ofType(found, 'AWS::EC2::SecurityGroup');
    if (groups.length === 0) return { ingress, openings: [] };
    const Filters = [{ Name: 'group-id', Values: [...groups] }];
    const openings: Opening[] = [];
    for await (const page of paginateDescribeSecurityGroupRules({ client: ec2 }, { Filters })) {
      for (const rule of page.SecurityGroupRules ?? []) {
        const group = rule.ReferencedGroupInfo?.GroupId;
        if (rule.IsEgress) continue;
        if (rule.PrefixListId !== undefined) openings.push({ kind: 'prefix list', from: rule.PrefixListId });
        else if (group !== undefined) openings.push({ kind: 'security group', from: group });
        else openings.push({ kind: 'addresses', from: rule.CidrIpv4 ?? rule.CidrIpv6 ?? 'anywhere' });
      }
    }
    return { ingress, openings };
  },
  judge({ ingress, openings }) {
    const kind = fitting[ingress];
    const wanted = openings.filter((opening) => opening.kind === kind);
    const others = openings.filter((opening) => opening.kind !== kind);
    if (wanted.length === 0) return [closed(kind)];
    return others.length > 0 ? [tooOpen(others)] : [judgeWanted(wanted)];
  },
});

function judgeWanted(wanted: readonly Opening[]): Finding {
  const from = [...new Set(wanted.map((opening) => opening.from))].join(', ');
  const says = `Sandboxes accept connections from ${from}`;
  if (wanted.some((opening) => opening.from === '0.0.0.0/0')) {
    return warning(
      `${says}: from everywhere.`,
      'Only the session key of a sandbox keeps others out.',
      'Set `ingress` to cloudfront, or restrict `sandboxIngressCidrs`, and deploy.',
    );
  }
  return ok(`${says} only.`);
}

function closed(kind: Opening['kind']): Finding {
  return error(
    `No rule of the sandboxes' security group has the ${kind} that the ingress needs.`,
    'The ingress reaches no sandbox, so that no sandbox starts.',
    'Deploy this checkout: `npx cdk diff` shows the rule. A deployment restores a rule removed by hand only if its stack changes.',
  );
}

function tooOpen(others: readonly Opening[]): Finding {
  return error(
    `Sandboxes also accept connections from ${others.map(({ from }) => from).join(', ')}.`,
    'These connections bypass the edge and its checks, over plain HTTP.',
    'Remove these rules from the security group, or deploy this checkout if an older version made them.',
  );
}
