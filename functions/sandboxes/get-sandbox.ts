import { type Clock, systemClock } from '../../shared/clock.ts';
import { getSandbox as endpoint } from '../../shared/contract/sandboxes.ts';
import { NotFoundError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import type { SandboxKeys } from '../../shared/sandboxes/keys.ts';
import type { SandboxStore } from '../../shared/sandboxes/sandbox-store.ts';
import { sandboxView } from '../../shared/sandboxes/sandbox-view.ts';
import { isGone } from '../../shared/sandboxes/status.ts';
import { waitForStatus } from '../../shared/sandboxes/wait-for-status.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly sandboxes: Pick<SandboxStore, 'find'>;
  readonly keys: SandboxKeys;
  readonly now: Clock;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** How long to wait for those who do not say, in seconds. */
const DEFAULT_TIMEOUT = 25;

/** What one more look and the answer may take, in milliseconds: a wait ends this long before its function would be ended. */
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
