import { paginateDescribeLogGroups } from '@aws-sdk/client-cloudwatch-logs';
import { DescribeClustersCommand } from '@aws-sdk/client-ecs';
import { paginateListFunctions } from '@aws-sdk/client-lambda';
import { codedEndpoints } from '../../../shared/contract/index.ts';
import { workers } from '../../../shared/contract/workers.ts';
import { functionNameOf, logGroupNameOf } from '../../api/names.ts';
import type { Account } from '../account/account.ts';
import { ofType, STACK_ACTIONS } from '../account/stacks.ts';
import { defineCheck, error, ok, type Subject } from '../check.ts';

interface Kind {
  readonly type: string;
  readonly what: string;
  /** Of these names, those that exist in the account. */
  readonly existing: (account: Account, subject: Subject) => Promise<readonly string[]>;
  readonly remove: string;
}

const kinds: readonly Kind[] = [
  {
    type: 'AWS::Lambda::Function',
    what: 'function',
    existing: functions,
    remove: 'aws lambda delete-function --function-name',
  },
  {
    type: 'AWS::Logs::LogGroup',
    what: 'log group',
    existing: logGroups,
    remove: 'aws logs delete-log-group --log-group-name',
  },
  { type: 'AWS::ECS::Cluster', what: 'cluster', existing: clusters, remove: 'aws ecs delete-cluster --cluster' },
];

interface Taken extends Pick<Kind, 'what' | 'remove'> {
  readonly name: string;
}

/** Names that a deployment gives and that exist, but in none of its stacks. */
export const nameClashes = defineCheck<readonly Taken[]>({
  id: 'name-clashes',
  about: 'functions, log groups and clusters that have names of this deployment and belong to none of its stacks',
  when: ['before'],
  actions: ['lambda:ListFunctions', 'logs:DescribeLogGroups', 'ecs:DescribeClusters', ...STACK_ACTIONS],
  async read(account, subject) {
    const stacks = await account.stacks();
    const found = await Promise.all(
      kinds.map(async ({ type, what, existing, remove }) => {
        const own = new Set(ofType(stacks, type));
        const names = await existing(account, subject);
        return names.filter((name) => !own.has(name)).map((name) => ({ what, name, remove }));
      }),
    );
    return found.flat();
  },
  judge(found, { deployment }) {
    if (found.length === 0) return [ok(`No name that the deployment ${deployment} gives is taken.`)];
    return found.map(({ what, name, remove }) =>
      error(
        `There is a ${what} ${name}, which belongs to no stack of ${deployment}.`,
        'When the deployment makes one of the same name, CloudFormation fails and rolls back.',
        `If nothing needs it: \`${remove} ${name}\`. Else choose another \`name\` in the settings.`,
      ),
    );
  },
});

const functionIds = [...codedEndpoints, ...workers].map(({ id }) => id);

async function functions({ lambda }: Account, { settings }: Subject): Promise<readonly string[]> {
  const wanted = new Set(functionIds.map((id) => functionNameOf(settings, id)));
  const names: string[] = [];
  for await (const { Functions = [] } of paginateListFunctions({ client: lambda }, {})) {
    names.push(...Functions.flatMap(({ FunctionName }) => FunctionName ?? []));
  }
  return names.filter((name) => wanted.has(name));
}

async function logGroups({ logs }: Account, { settings }: Subject): Promise<readonly string[]> {
  const wanted = new Set(functionIds.map((id) => logGroupNameOf(settings, id)));
  const names: string[] = [];
  const logGroupNamePrefix = logGroupNameOf(settings, '');
  for await (const page of paginateDescribeLogGroups({ client: logs }, { logGroupNamePrefix })) {
    names.push(...(page.logGroups ?? []).flatMap(({ logGroupName }) => logGroupName ?? []));
  }
  return names.filter((name) => wanted.has(name));
}

async function clusters({ ecs }: Account, { deployment }: Subject): Promise<readonly string[]> {
  const { clusters: found = [] } = await ecs.send(new DescribeClustersCommand({ clusters: [deployment] }));
  return found.filter(({ status }) => status !== 'INACTIVE').flatMap(({ clusterName }) => clusterName ?? []);
}
