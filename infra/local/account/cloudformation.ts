import type { AssemblyStack, Resource } from '../assembly/assembly.ts';
import { AwsError } from '../aws/aws-error.ts';
import { physicalRef } from '../aws/names.ts';
import type { XmlParts } from '../aws/xml.ts';
import type { QueryOperations, Source } from './account-state.ts';

const CREATED = new Date(0);

/** The stacks of the assembly, as if they had been deployed. */
export const cloudformation: QueryOperations = (operation, { StackName }, source) => {
  switch (operation) {
    case 'DescribeStacks':
      return { Stacks: stacksNamed(StackName, source).map((stack) => stackView(stack, source)) };
    case 'ListStackResources':
      return {
        StackResourceSummaries: stacksNamed(String(StackName), source).flatMap((stack) => summaries(stack, source)),
      };
    default:
      return undefined;
  }
};

/** Without a name or id, lists only the stacks that are not nested. */
function stacksNamed(nameOrId: unknown, source: Source): readonly AssemblyStack[] {
  const stacks = source.facts.deployed ? source.assembly.stacks : [];
  if (nameOrId === undefined) return stacks.filter(({ nestedIn }) => nestedIn === undefined);
  const found = stacks.filter((stack) => stack.name === nameOrId || idOf(stack.name, source) === nameOrId);
  if (found.length === 0) {
    throw new AwsError('ValidationError', `Stack with id ${String(nameOrId)} does not exist`);
  }
  return found;
}

function stackView(stack: AssemblyStack, source: Source): XmlParts {
  // Outputs whose value on this machine differs from the template.
  const local: Readonly<Record<string, string | undefined>> = {
    BaseUrl: source.apiUrl,
    SandboxAddress: source.sandboxUrl,
  };
  const outputs = Object.entries(stack.outputs());
  return {
    StackName: stack.name,
    StackId: idOf(stack.name, source),
    StackStatus: source.facts.stack_status,
    CreationTime: CREATED,
    Outputs: outputs.map(([OutputKey, value]) => ({ OutputKey, OutputValue: local[OutputKey] ?? value })),
  };
}

function summaries({ name }: AssemblyStack, source: Source): readonly XmlParts[] {
  return source.assembly.resources
    .filter(({ stack }) => stack === name)
    .map((resource) => ({
      LogicalResourceId: resource.logicalId,
      PhysicalResourceId: physicalId(resource, source),
      ResourceType: resource.type,
      ResourceStatus: 'CREATE_COMPLETE',
      LastUpdatedTimestamp: CREATED,
    }));
}

function physicalId(resource: Resource, source: Source): string {
  const { type, logicalId, stack } = resource;
  if (type === 'AWS::CloudFormation::Stack') {
    const nested = source.assembly.stacks.find(
      ({ nestedIn }) => nestedIn?.stack === stack && nestedIn.logicalId === logicalId,
    );
    return idOf(nested?.name ?? logicalId, source);
  }
  return named.has(type) ? physicalRef(resource, source.place) : logicalId;
}

/** Types whose physical ids matter here. Other resources show their logical id. */
const named: ReadonlySet<string> = new Set([
  'AWS::DynamoDB::Table',
  'AWS::EC2::SecurityGroup',
  'AWS::EC2::Subnet',
  'AWS::EC2::VPC',
  'AWS::ECS::Cluster',
  'AWS::Lambda::Function',
  'AWS::Logs::LogGroup',
  'AWS::SQS::Queue',
  'AWS::SecretsManager::Secret',
]);

function idOf(name: string, { place: { region, accountId } }: Source): string {
  return `arn:aws:cloudformation:${region}:${accountId}:stack/${name}/local`;
}
