import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { repeatable } from './call-limits.ts';

/** Invokes other functions asynchronously. */
export class LambdaWorkers {
  readonly #client = new LambdaClient(repeatable);

  /** Returns when Lambda has accepted the event. The function can run later, and twice. */
  async start(functionName: string, payload: unknown): Promise<void> {
    const Payload = new TextEncoder().encode(JSON.stringify(payload));
    await this.#client.send(new InvokeCommand({ FunctionName: functionName, InvocationType: 'Event', Payload }));
  }
}
