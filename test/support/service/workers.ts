import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { operatorOf } from './control.ts';

/** Invokes a worker through the Lambda API. @throws if it fails */
export async function callWorker(stateDirectory: string, id: string, event: unknown): Promise<void> {
  const { client: access, deployment } = await operatorOf(stateDirectory);
  const client = new LambdaClient(access);
  try {
    const FunctionName = `${deployment}-${id}`;
    const answer = await client.send(new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }));
    if (answer.FunctionError) throw new Error(`${id}: ${answer.Payload?.transformToString()}`);
  } finally {
    client.destroy();
  }
}
