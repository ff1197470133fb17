import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { repeatable } from './call-limits.ts';

/** Starts other functions and does not wait for them. */
export class LambdaWorkers {
  readonly #client = new LambdaClient(repeatable);

  /** Returns when Lambda has taken the call; the worker may run twice, or a little later. */
  async start(functionName: string, payload: unknown): Promise<void> {
    const Payload = new TextEncoder().encode(JSON.stringify(payload));
    await this.#client.send(new InvokeCommand({ FunctionName: functionName, InvocationType: 'Event', Payload }));
  }
}
