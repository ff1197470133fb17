import { getSandbox as endpoint } from '../../shared/contract/sandboxes.ts';
import type { SandboxKeys } from '../../shared/domain/sandboxes/agent/keys.ts';
import { waitForStatus } from '../../shared/domain/sandboxes/intent/wait-for-status.ts';
import { isGone } from '../../shared/domain/sandboxes/record/status.ts';
import type { SandboxStore } from '../../shared/domain/sandboxes/store/sandbox-store.ts';
import { sandboxView } from '../../shared/domain/sandboxes/view/sandbox-view.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { NotFoundError } from '../../shared/platform/errors/errors.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly sandboxes: Pick<SandboxStore, 'find'>;
  readonly keys: SandboxKeys;
  readonly now: Clock;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** The default time to wait, in seconds. */
const DEFAULT_TIMEOUT = 25;

/** Time for one more read and the answer, in milliseconds: a wait ends this long before its function's timeout. */
const TIME_TO_ANSWER = 2_000;

/** Another owner's sandbox reads as absent: anything else would confirm that the id exists. */
export const getSandbox = implement(endpoint, async ({ params, query, caller, request }, deps: Deps) => {
  const look = () => deps.sandboxes.find(caller.ownerId, params.sandbox_id);
  const timeout = (query.timeout ?? DEFAULT_TIMEOUT) * 1000;
  const longest = (request.timeLeft?.() ?? Number.POSITIVE_INFINITY) - TIME_TO_ANSWER;
  const until = new Date(deps.now().getTime() + Math.min(timeout, longest));
  const sandbox = query.wait ? await waitForStatus(query.wait, until, { ...deps, look }) : await look();
  if (isGone(sandbox)) throw new NotFoundError('Sandbox', params.sandbox_id);
  return sandboxView(sandbox, deps.keys);
});

export const handler = serve(getSandbox, () => ({
  sandboxes: sandboxReader(),
  keys: sandboxKeys(),
  now: systemClock,
  pause: (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
}));
