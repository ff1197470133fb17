import { setTimeout as wait } from 'node:timers/promises';
import { sharedHandler } from './call-limits.ts';
import { isPassing, SignedRequests } from './signed-requests.ts';

/** Before the one repetition, at most. */
const PAUSE_MS = 100;

/** Invokes other functions asynchronously. */
export class LambdaWorkers {
  readonly #lambda = new SignedRequests('lambda', sharedHandler);

  /** Returns when Lambda has accepted the event. The function can run later, and twice. */
  async start(functionName: string, payload: unknown): Promise<void> {
    const invoke = () =>
      this.#lambda.send({
        method: 'POST',
        path: `/2015-03-31/functions/${encodeURIComponent(functionName)}/invocations`,
        headers: { 'content-type': 'application/json', 'x-amz-invocation-type': 'Event' },
        body: JSON.stringify(payload),
      });
    try {
      await invoke();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await wait(PAUSE_MS * Math.random());
      await invoke();
    }
  }
}
