import { GetAccountSummaryCommand } from '@aws-sdk/client-iam';
import { codedEndpoints } from '../../../shared/contract/coded-endpoints.ts';
import { workers } from '../../../shared/contract/workers.ts';
import { askForMore } from '../account/quotas.ts';
import { type DeployedStack, STACK_ACTIONS } from '../account/stacks.ts';
import { defineCheck, ok, okIf } from '../check.ts';

/** Each function has a role. So have ECS, Fargate, API Gateway and the custom resources. */
export const ROLES_OF_STAGE = codedEndpoints.length + workers.length + 9;

const quota = { service: 'iam', code: 'L-FE177D64' } as const;

interface Roles {
  readonly used: number;
  readonly allowed: number;
  readonly isDeployed: boolean;
}

export const roles = defineCheck<Roles>({
  id: 'roles',
  about: "the account's quota of IAM roles, and how many more stages fit",
  when: ['before', 'after'],
  actions: ['iam:GetAccountSummary', ...STACK_ACTIONS],
  async read(account) {
    const [{ SummaryMap = {} }, { stacks }] = await Promise.all([
      account.iam.send(new GetAccountSummaryCommand({})),
      account.stacks(),
    ]);
    return { used: SummaryMap.Roles ?? 0, allowed: SummaryMap.RolesQuota ?? 0, isDeployed: stacks.some(hasRoles) };
  },
  judge({ used, allowed, isDeployed }) {
    const fit = Math.max(0, Math.floor((allowed - used) / ROLES_OF_STAGE));
    const says = `The account has ${used} of ${allowed} IAM roles. A stage has ${ROLES_OF_STAGE}: ${fit} more fit.`;
    if (isDeployed) return [ok(says)];
    return [
      okIf(
        fit > 0,
        says,
        'CloudFormation cannot create all roles of this stage, and rolls the deployment back.',
        `${askForMore(quota, 2_000, 'us-east-1')} Or use another account.`,
      ),
    ];
  },
});

/** The stack of the API has nearly all roles of a stage. After a failed first deployment it has none. */
function hasRoles({ name, status }: DeployedStack): boolean {
  return name.endsWith('-api') && /^(CREATE_COMPLETE|UPDATE_|IMPORT_)/.test(status);
}
