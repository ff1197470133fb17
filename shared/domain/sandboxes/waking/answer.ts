import { AppError } from '../../../platform/errors.ts';
import type { EdgeStates } from '../edge/edge-state.ts';
import type { Name } from '../ingress/name.ts';
import { isBeyondResume } from '../intent/intents.ts';
import { isWanted } from '../record/conditions.ts';
import type { Sandbox } from '../record/sandbox.ts';
import { apiStatus } from '../record/status.ts';
import { startStepsOf } from '../record/step-times.ts';
import type { SandboxReader } from '../store/sandbox-store.ts';
import { type AddressedPort, type Addresses, findAddressed } from './addressed.ts';
import { HOW_TO_OPEN, type Refusal, type Reply, refused } from './reply.ts';
import { type Visitor, type WakeDeps, WakesUsedUpError, wakeSandbox } from './wake.ts';

/** A request at a lasting address. */
export interface Visit {
  /** Whether it can be sent again without an effect: GET or HEAD. */
  readonly isSafe: boolean;
  /** The path and query that the client requested; undefined when they are unknown. */
  readonly uri: string | undefined;
  /**
   * Whether someone wants something now: a person opens a page, a page sends a change, or a program asks. A page in the
   * background only fetches.
   */
  readonly isPurposeful: boolean;
  /** Identifies the caller by the credentials in the request, which are verified for this sandbox. */
  identify(sandbox: Sandbox): Promise<Visitor>;
  /** Leads who is admitted from a URL with the key to the one without it; undefined for other requests. */
  readonly enter?: ((sandbox: Sandbox, port: AddressedPort) => Reply) | undefined;
  /** Counts a wake for the client's address. @returns undefined, or the seconds until it can wake again */
  countWake(): Promise<number | undefined>;
}

export interface AnswerDeps extends WakeDeps {
  readonly addresses: Addresses;
  readonly sandboxes: WakeDeps['sandboxes'] & Pick<SandboxReader, 'find'>;
  readonly edge: EdgeStates;
  /** The URL by which the edge needs no entry; undefined for a port that must have one. */
  labelUrl(sandbox: Sandbox, port: AddressedPort, uri: string): Promise<string | undefined>;
  readonly pause: (milliseconds: number) => Promise<unknown>;
}

/** The longest wait for the entry of a running sandbox, and the time between two looks, in milliseconds. */
const ENTRY_PATIENCE = 2_000;
const BETWEEN_LOOKS = 250;
/** An entry needs some seconds to reach all locations. A redirect at once would only come back. */
const ON_ITS_WAY = 1_000;

/** The seconds after which a client asks again. */
const SOON = 1;
const WHILE_STARTING = 2;
const WITHOUT_ENTRY = 10;

/** Answers a request for which the edge has no entry. The name's signature is verified. */
export async function answerAddress(name: Name, visit: Visit, deps: AnswerDeps): Promise<Reply> {
  const addressed = await findAddressed(name, deps);
  if (!addressed) return refused('gone', 'The sandbox of this URL was deleted.');
  const { sandbox, port } = addressed;
  if (!port) return refused('gone', 'This port of the sandbox was closed. Its URL is never used again.');
  if (isBeyondResume(sandbox)) return refused('gone', 'The workspace of this sandbox no longer exists.');
  switch (apiStatus(sandbox)) {
    case 'RUNNING':
      return whileRunning(sandbox, port, visit, deps);
    case 'STARTING':
      return starting(sandbox);
    case 'PAUSED':
      return whilePaused(sandbox, port, visit, deps);
    case 'ERROR':
      return refused('sandbox_failed', 'The sandbox has failed. Its owner can resume it in the console or by the API.');
    case 'MISSING':
      return refused('gone', 'The workspace of this sandbox no longer exists.');
  }
}

async function whileRunning(sandbox: Sandbox, port: AddressedPort, visit: Visit, deps: AnswerDeps): Promise<Reply> {
  const until = deps.now().getTime() + ENTRY_PATIENCE;
  let state = await deps.edge.of(sandbox.address_id);
  // The edge has the entry, and sends requests without the key here: a redirect would only come back.
  if (state === 'written' && port.needsKey && (await visit.identify(sandbox)).kind !== 'session-key')
    return refused('sandbox_key_needed', `This port requires a key. Programs send the session key. ${HOW_TO_OPEN}`);
  if (state === 'written' && visit.enter) return visit.enter(sandbox, port);
  if (state === 'written' && visit.isSafe) await deps.pause(ON_ITS_WAY);
  while (state === 'expected' && visit.isSafe && deps.now().getTime() < until) {
    await deps.pause(BETWEEN_LOOKS);
    state = await deps.edge.of(sandbox.address_id);
  }
  const soon = refused(
    'unavailable',
    'The sandbox is running, and its URL will work in a moment. Send the request again.',
    {
      retryAfter: SOON,
      reloads: visit.isSafe,
    },
  );
  if (visit.uri === undefined) return soon;
  if (state === 'overflow' || state === 'late') {
    const location = await deps.labelUrl(sandbox, port, visit.uri);
    return location === undefined ? withoutEntry(visit) : { kind: 'redirect', location };
  }
  return state === 'written' && visit.isSafe ? { kind: 'redirect', location: visit.uri } : soon;
}

/** An opened port is open only where the edge knows it. */
function withoutEntry({ isSafe }: Visit): Refusal {
  const detail =
    'The sandbox is running, but the edge cannot reach this port yet. Try again. ' +
    'If this continues for minutes, contact the operator of this service.';
  return refused('unavailable', detail, { retryAfter: WITHOUT_ENTRY, reloads: isSafe });
}

/** The steps of a start that still waits for the end of the previous run are those of that run. */
function starting(sandbox: Sandbox): Refusal {
  const steps = isWanted(sandbox) ? startStepsOf(sandbox).map(({ step, at }) => ({ step, at })) : [];
  return refused('sandbox_starting', 'The sandbox is starting. Send the request again.', {
    retryAfter: WHILE_STARTING,
    reloads: true,
    steps,
  });
}

const PAUSED = 'The sandbox is paused.';

async function whilePaused(sandbox: Sandbox, port: AddressedPort, visit: Visit, deps: AnswerDeps): Promise<Reply> {
  if (port.wake === 'never')
    return refused('sandbox_paused', `${PAUSED} Requests to this URL do not resume it. Its owner can resume it.`);
  if (!visit.isPurposeful)
    return refused('sandbox_paused', `${PAUSED} Background requests of a page do not resume it. Reload the page.`);
  const visitor = await visit.identify(sandbox);
  if (port.wake === 'key' && visitor.kind === 'stranger') {
    const keys = 'its session key or with an API key of its owner that has the scope sandboxes:write';
    return refused('sandbox_paused', `${PAUSED} To resume it, send a request with ${keys}.`);
  }
  const seconds = await visit.countWake();
  if (seconds !== undefined)
    return refused('rate_limited', `Your IP address has resumed too many sandboxes. Try again in ${seconds} seconds.`, {
      retryAfter: seconds,
    });
  try {
    await wakeSandbox(sandbox, visitor, deps);
  } catch (error) {
    return refusedWake(error, visitor, deps.now());
  }
  return starting((await deps.sandboxes.find(sandbox.owner_id, sandbox.sandbox_id)) ?? sandbox);
}

/** A stranger learns nothing about the owner's limits. @throws what is not the refusal of a resume */
function refusedWake(error: unknown, visitor: Visitor, now: Date): Refusal {
  if (error instanceof WakesUsedUpError) {
    const detail =
      'Requests to its URLs have resumed this sandbox too often today. Resume it with an API key of its owner.';
    return refused('wake_limit_exceeded', detail, { retryAfter: secondsToMidnight(now) });
  }
  if (!(error instanceof AppError)) throw error;
  switch (error.code) {
    case 'concurrency_limit_exceeded':
    case 'quota_exceeded':
    case 'owner_suspended':
      if (visitor.kind === 'stranger')
        return refused('start_refused', 'The sandbox cannot start now. Its owner can find out why.');
      return refused(error.code, error.message, visitor.kind === 'caller' ? { extensions: error.extensions } : {});
    case 'gone':
    case 'not_found':
      return refused('gone', 'The sandbox or its workspace no longer exists.');
    case 'conflict':
    case 'usage_not_settled':
      return refused('unavailable', 'The sandbox cannot be resumed right now. Send the request again.', {
        retryAfter: SOON,
      });
    default:
      throw error;
  }
}

function secondsToMidnight(now: Date): number {
  const day = 86_400_000;
  return Math.ceil((day - (now.getTime() % day)) / 1000);
}
