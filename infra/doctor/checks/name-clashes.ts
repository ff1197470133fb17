import { paginateDescribeLogGroups } from '@aws-sdk/client-cloudwatch-logs';
import { DescribeClustersCommand } from '@aws-sdk/client-ecs';
import { paginateListFunctions } from '@aws-sdk/client-lambda';
import { ofType, STACK_ACTIONS, type Stacks } from '../account/stacks.ts';
import { defineCheck, error, ok } from '../check.ts';

interface Taken {
  readonly what: string;
  readonly name: string;
  readonly remove: string;
}

/** What has a name that a deployment gives, and is of none of its stacks. */
export const nameClashes = defineCheck<readonly Taken[]>({
  id: 'name-clashes',
  about: 'functions, log groups and clusters that have names of this deployment and belong to none of its stacks',
  when: ['before'],
  actions: ['lambda:ListFunctions', 'logs:DescribeLogGroups', 'ecs:DescribeClusters', ...STACK_ACTIONS],
  async read({ lambda, logs, ecs, stacks }, { deployment }) {
    const own = await stacks();
    const [functions, groups, { clusters = [] }] = await Promise.all([
      functionNames(lambda, `${deployment}-`),
      logGroupNames(logs, `/aws/lambda/${deployment}-`),
      ecs.send(new DescribeClustersCommand({ clusters: [deployment] })),
    ]);
    const active = clusters
      .filter(({ status }) => status !== 'INACTIVE')
      .flatMap(({ clusterName }) => clusterName ?? []);
    return [
      ...strangers(own, 'AWS::Lambda::Function', functions).map((name) =>
        taken('function', name, 'aws lambda delete-function --function-name'),
      ),
      ...strangers(own, 'AWS::Logs::LogGroup', groups).map((name) =>
        taken('log group', name, 'aws logs delete-log-group --log-group-name'),
      ),
      ...strangers(own, 'AWS::ECS::Cluster', active).map((name) =>
        taken('cluster', name, 'aws ecs delete-cluster --cluster'),
      ),
    ];
  },
  judge(found, { deployment }) {
    if (found.length === 0) return [ok(`No name that begins with ${deployment} is taken.`)];
    return found.map(({ what, name, remove }) =>
      error(
        `There is a ${what} ${name}, which belongs to no stack of ${deployment}.`,
        'When the deployment makes one of the same name, CloudFormation fails and rolls back.',
        `If nothing needs it: \`${remove} ${name}\`. Else choose another \`name\` in the settings.`,
      ),
    );
  },
});

async function functionNames(client: Parameters<typeof paginateListFunctions>[0]['client'], prefix: string) {
  const names: string[] = [];
  for await (const { Functions = [] } of paginateListFunctions({ client }, {})) {
    names.push(...Functions.flatMap(({ FunctionName: name }) => (name?.startsWith(prefix) ? name : [])));
  }
  return names;
}

async function logGroupNames(
  client: Parameters<typeof paginateDescribeLogGroups>[0]['client'],
  logGroupNamePrefix: string,
) {
  const names: string[] = [];
  for await (const { logGroups = [] } of paginateDescribeLogGroups({ client }, { logGroupNamePrefix })) {
    names.push(...logGroups.flatMap(({ logGroupName }) => logGroupName ?? []));
  }
  return names;
}

function strangers(stacks: Stacks, type: string, names: readonly string[]): readonly string[] {
  const own = new Set(ofType(stacks, type));
  return names.filter((name) => !own.has(name));
}

function taken(what: string, name: string, remove: string): Taken {
  return { what, name, remove };
}
