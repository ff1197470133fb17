import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { RoleReport } from '../../../infra/local/iam/role-report.ts';
import { askLocal, operatorOf } from './control.ts';

/** Calls a worker as Lambda's API lets operators do. @throws when it fails */
export async function callWorker(stateDirectory: string, id: string, event: unknown): Promise<void> {
  const { client: access } = await operatorOf(stateDirectory);
  const client = new LambdaClient(access);
  try {
    const FunctionName = await nameOf(stateDirectory, id);
    const answer = await client.send(new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }));
    if (answer.FunctionError) throw new Error(`${id}: ${answer.Payload?.transformToString()}`);
  } finally {
    client.destroy();
  }
}

async function nameOf(stateDirectory: string, id: string): Promise<string> {
  const { roles } = await askLocal<{ roles: readonly RoleReport[] }>(stateDirectory, 'GET', 'permissions');
  const name = roles.find(({ function: caller }) => caller === id)?.functionName;
  if (!name) throw new Error(`there is no worker ${id}`);
  return name;
}
