import { ifSeen } from '../../shared/contract/endpoint/audience.ts';
import { getSandbox as endpoint } from '../../shared/contract/sandboxes/sandboxes.ts';
import type { SandboxKeys } from '../../shared/domain/sandboxes/agent/keys.ts';
import { isGone } from '../../shared/domain/sandboxes/record/status.ts';
import type { SandboxStore } from '../../shared/domain/sandboxes/store/sandbox-store.ts';
import { sandboxWithSteps } from '../../shared/domain/sandboxes/view/sandbox-view.ts';
import { shownKeyFor } from '../../shared/domain/sandboxes/view/shown-keys.ts';
import { placeToWait, type WaitPlaces, waitInPlace } from '../../shared/domain/sandboxes/waits/wait-for-status.ts';
import { implement, WithHeaders } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { NotFoundError } from '../../shared/platform/errors.ts';
import { sandboxKeys, sandboxReader, waitPlaces } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly sandboxes: Pick<SandboxStore, 'find'>;
  readonly keys: SandboxKeys;
  readonly places: WaitPlaces;
  readonly now: Clock;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** The default time to wait, in seconds. */
const DEFAULT_TIMEOUT = 25;

/** Time for a last read and the response, in milliseconds. A wait ends this long before the function's timeout. */
const TIME_TO_ANSWER = 2_000;

/** `Retry-After` for clients for whom no place to wait was free, in seconds. */
const ASK_AGAIN = 2;

/** Another owner's sandbox reads as absent, so that responses do not reveal that the ID exists. */
export const getSandbox = implement(endpoint, async ({ params, query, caller, request }, deps: Deps) => {
  const look = async () => ifSeen(caller, await deps.sandboxes.find(caller.ownerId, params.sandbox_id));
  const after = (milliseconds: number) => new Date(deps.now().getTime() + milliseconds);
  const timeout = (query.timeout ?? DEFAULT_TIMEOUT) * 1000;
  const timeLeft = request.timeLeft?.() ?? timeout + TIME_TO_ANSWER;
  // A place expires when its function must have ended.
  const takePlace = () => placeToWait(deps.places, caller, after(timeLeft));
  const until = after(Math.min(timeout, timeLeft - TIME_TO_ANSWER));
  const { sandbox, isRefused } = query.wait
    ? await waitInPlace(query.wait, until, { ...deps, look, takePlace })
    : { sandbox: await look(), isRefused: false };
  if (isGone(sandbox)) throw new NotFoundError('Sandbox', params.sandbox_id);
  const view = await sandboxWithSteps(sandbox, shownKeyFor(caller, deps.keys));
  return isRefused ? new WithHeaders(view, { 'Retry-After': String(ASK_AGAIN) }) : view;
});

export const handler = serve(getSandbox, (granted) => ({
  sandboxes: sandboxReader(granted),
  keys: sandboxKeys(granted),
  places: waitPlaces(granted),
  now: systemClock,
  pause: (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
}));
