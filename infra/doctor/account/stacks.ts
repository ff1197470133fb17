import {
  type CloudFormationClient,
  paginateDescribeStacks,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';

export interface DeployedStack {
  readonly name: string;
  readonly status: string;
  readonly outputs: Readonly<Record<string, string>>;
}

export interface DeployedResource {
  readonly type: string;
  readonly logicalId: string;
  /** The name, ID or ARN, depending on the type. */
  readonly physicalId: string;
}

/** The stacks of one deployment. */
export interface Stacks {
  readonly stacks: readonly DeployedStack[];
  /** Resources of all stacks, including nested ones. */
  readonly resources: readonly DeployedResource[];
}

/** The IAM actions of `readStacks`. */
export const STACK_ACTIONS = ['cloudformation:DescribeStacks', 'cloudformation:ListStackResources'] as const;

const PARTS = ['data', 'ingress', 'api'] as const;

/** Stacks without resources. */
const ABSENT = /^(REVIEW_IN_PROGRESS|DELETE_COMPLETE)$/;

export async function readStacks(client: CloudFormationClient, deployment: string): Promise<Stacks> {
  const stacks: DeployedStack[] = [];
  for await (const page of paginateDescribeStacks({ client }, {})) {
    for (const { StackName = '', StackStatus = '', Outputs = [] } of page.Stacks ?? []) {
      if (!isOf(deployment, StackName)) continue;
      const outputs = Outputs.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]);
      stacks.push({ name: StackName, status: StackStatus, outputs: Object.fromEntries(outputs) });
    }
  }
  const present = stacks.filter(({ status }) => !ABSENT.test(status));
  const resources = await Promise.all(present.map(({ name }) => resourcesOf(client, name)));
  return { stacks, resources: resources.flat() };
}

export function ofType({ resources }: Stacks, type: string): readonly string[] {
  return resources.filter((resource) => resource.type === type).map(({ physicalId }) => physicalId);
}

/** `x-dev-y-dev-data` is of another deployment than `x-dev`, and `x-dev-delivery` has only the pipeline's roles. */
function isOf(deployment: string, stackName: string): boolean {
  return PARTS.some((part) => stackName === `${deployment}-${part}`);
}

async function resourcesOf(client: CloudFormationClient, StackName: string): Promise<readonly DeployedResource[]> {
  const found: DeployedResource[] = [];
  for await (const page of paginateListStackResources({ client }, { StackName })) {
    for (const {
      ResourceType: type = '',
      LogicalResourceId: logicalId = '',
      PhysicalResourceId,
    } of page.StackResourceSummaries ?? []) {
      if (PhysicalResourceId) found.push({ type, logicalId, physicalId: PhysicalResourceId });
    }
  }
  const nested = found.filter(({ type }) => type === 'AWS::CloudFormation::Stack');
  const inside = await Promise.all(nested.map(({ physicalId }) => resourcesOf(client, physicalId)));
  return [...found, ...inside.flat()];
}
