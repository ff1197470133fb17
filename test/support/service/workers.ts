import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { RoleReport } from '../../../infra/local/iam/role-report.ts';
import { askLocal } from './control.ts';

/** Calls a worker as Lambda's API lets operators do. @throws when it fails */
export async function callWorker(stateDirectory: string, id: string, event: unknown): Promise<void> {
  const file = JSON.parse(await readFile(join(stateDirectory, 'endpoint.json'), 'utf8'));
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey } = file.admin;
  const client = new LambdaClient({
    endpoint: file.aws_endpoint,
    region: file.region,
    credentials: { accessKeyId, secretAccessKey },
  });
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
