import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DynamoKeyStore } from '../../shared/keys/key-store.ts';
import { readLocalService } from '../local/local-service.ts';
import { UserError } from '../local/user-error.ts';

export interface Target {
  readonly stack?: string | undefined;
  readonly port?: string | undefined;
  readonly state?: string | undefined;
}

/** The keys of a deployed service, reached with the operator's own AWS credentials, or those of the local one. @throws UserError */
export async function openKeyStore(target: Target): Promise<DynamoKeyStore> {
  if (target.stack !== undefined) {
    return new DynamoKeyStore(DynamoDBDocumentClient.from(new DynamoDBClient({})), await deployedTable(target.stack));
  }
  const local = await readLocalService(target);
  const client = new DynamoDBClient({
    endpoint: local.awsEndpoint,
    region: local.region,
    credentials: local.credentials,
  });
  return new DynamoKeyStore(DynamoDBDocumentClient.from(client), local.apiKeysTable);
}

/** Stacks are found by the name that they share, and by their own names too. */
async function deployedTable(name: string): Promise<string> {
  const cloudFormation = new CloudFormationClient({});
  for (const StackName of [`${name}-data`, `${name}-api`, name]) {
    const { Stacks: [stack] = [] } = await cloudFormation
      .send(new DescribeStacksCommand({ StackName }))
      .catch(absentStack);
    const table = stack?.Outputs?.find(({ OutputKey }) => OutputKey === 'ApiKeysTable')?.OutputValue;
    if (table) return table;
  }
  throw new UserError(
    `No stack named ${name} (or ${name}-data) with an output ApiKeysTable was found in this account and region.`,
  );
}

function absentStack(error: unknown): { Stacks: [] } {
  if (error instanceof Error && error.name === 'ValidationError') return { Stacks: [] };
  throw new UserError(`CloudFormation was not reached: ${error instanceof Error ? error.message : String(error)}`);
}
