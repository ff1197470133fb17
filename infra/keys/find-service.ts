import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { type LocalService, readLocalService } from '../local/local-service.ts';
import { UserError } from '../local/user-error.ts';

export interface Target {
  readonly stack?: string | undefined;
  readonly port?: string | undefined;
  readonly state?: string | undefined;
}

export type OutputName = keyof LocalService['outputs'];

interface FoundService {
  /** For clients of AWS: the operator's own surroundings, or those of the local service. */
  readonly client: {
    readonly endpoint?: string;
    readonly region?: string;
    readonly credentials?: LocalService['credentials'];
  };
  /** The output that was asked for. */
  readonly value: string;
}

/** A deployed service, or the local one. @throws UserError */
export async function findService(target: Target, output: OutputName): Promise<FoundService> {
  if (target.stack !== undefined) return { client: {}, value: await deployedOutput(target.stack, output) };
  const { awsEndpoint: endpoint, region, credentials, outputs } = await readLocalService(target);
  return { client: { endpoint, region, credentials }, value: outputs[output] };
}

/** Stacks are found by the name that they share, and by their own names too. */
async function deployedOutput(name: string, output: OutputName): Promise<string> {
  const cloudFormation = new CloudFormationClient({});
  for (const StackName of [`${name}-data`, `${name}-api`, name]) {
    const { Stacks: [stack] = [] } = await cloudFormation
      .send(new DescribeStacksCommand({ StackName }))
      .catch(absentStack);
    const value = stack?.Outputs?.find(({ OutputKey }) => OutputKey === output)?.OutputValue;
    if (value) return value;
  }
  throw new UserError(
    `No stack named ${name} (or ${name}-data) with an output ${output} was found in this account and region.`,
  );
}

function absentStack(error: unknown): { Stacks: [] } {
  if (error instanceof Error && error.name === 'ValidationError') return { Stacks: [] };
  throw new UserError(`CloudFormation was not reached: ${error instanceof Error ? error.message : String(error)}`);
}
