import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { components } from '../../../../shared/client/api-types.ts';
import type { ServiceClient } from '../../../../shared/client/service-client.ts';
import { wait } from '../../../../shared/client/wait.ts';
import { Failure } from '../../output/failure.ts';
import type { Progress } from '../../output/progress.ts';

export type Sandbox = components['schemas']['SandboxInfo'];
type Status = Sandbox['status'];

/** How long one request waits, in seconds, and the pause between two of them, in milliseconds. */
const ONE_WAIT = 8;
const PAUSE = 500;

export function sandboxById(client: ServiceClient, id: string): Promise<Sandbox> {
  const path = { sandbox_id: id };
  return answerOf(client.api.GET('/api/v1/sandboxes/{sandbox_id}', { params: { path } }));
}

/** A sandbox without its session key, which leaves no trace in a shell. */
export function withoutSessionKey({ session_api_key: _, ...shown }: Sandbox) {
  return shown;
}

/** Waits until it has a status, with the states on the way. @throws Failure when it comes to another end */
export async function awaitStatus(
  client: ServiceClient,
  id: string,
  wanted: Status,
  progress: Progress,
): Promise<Sandbox> {
  const query = { wait: wanted, timeout: ONE_WAIT };
  const params = { path: { sandbox_id: id }, query };
  for (let shown = ''; ; ) {
    const sandbox = await answerOf(client.api.GET('/api/v1/sandboxes/{sandbox_id}', { params }));
    const state = sandbox.transitions.at(-1)?.state ?? sandbox.status;
    if (isThere(sandbox, wanted)) {
      progress.done(`The sandbox ${id} is ${sandbox.status}.`);
      return sandbox;
    }
    if (sandbox.status === 'ERROR' || sandbox.status === 'MISSING') {
      progress.failed(`The sandbox ${id} is ${sandbox.status}.`);
      throw new Failure(
        sandbox.status_detail ?? `The sandbox did not become ${wanted}.`,
        `See: acs sandboxes get ${id}`,
      );
    }
    if (state !== shown) progress.step(`The sandbox ${id} is ${state}`);
    shown = state;
    await wait(PAUSE);
  }
}

/** A sandbox reads PAUSED as soon as it shall be; it is when its files are safe. */
function isThere({ status, transitions }: Sandbox, wanted: Status): boolean {
  return status === wanted && (wanted !== 'PAUSED' || transitions.at(-1)?.state === 'PAUSED');
}
