import { type Clock, timestamp } from '../clock.ts';
import { VersionConflictError } from '../errors.ts';
import { attemptDelivery, type Send } from './attempt-delivery.ts';
import type { DueLane, DynamoWebhookMessages } from './dynamo-webhook-messages.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';
import { afterAttempt, type MadeAttempt, type WebhookMessage } from './webhook-message.ts';

/** What the lanes of one run know of each other. */
export class LaneRun {
  /** Failures in a row, over all lanes. */
  failures = 0;
  /** Whether the endpoint is disabled by now. */
  isGone = false;
  /** Since when nothing succeeds. */
  failingSince: string | null;

  constructor(failingSince: string | null) {
    this.failingSince = failingSince;
  }
}

/** After so many messages a lane lets go, and comes back with what its endpoint is by then. */
const MOST_AT_ONCE = 20;

export interface LaneDeps {
  readonly messages: DynamoWebhookMessages;
  readonly send: Send;
  readonly now: Clock;
  readonly random: () => number;
  /** What to sign with, the newest first. */
  readonly secrets: () => Promise<readonly string[]>;
  /** Whether nothing more may be sent now. */
  readonly isOver: () => boolean;
  readonly note: (change: { readonly failing_since: string | null }) => Promise<void>;
  readonly disable: (reason: 'gone' | 'failing') => Promise<void>;
  /** Leaves the receiver alone for so many seconds. */
  readonly hold: (seconds: number) => Promise<void>;
}

/** Sends what waits in a lane, one after the other, until one fails that is to be tried again. */
export async function deliverLane(
  endpoint: WebhookEndpoint,
  lane: DueLane,
  run: LaneRun,
  deps: LaneDeps,
): Promise<void> {
  const { owner_id: ownerId, endpoint_id: endpointId } = endpoint;
  const pending = (at: Date | null) => deps.messages.settleLane(ownerId, endpointId, lane, at);
  for (let sent = 0; sent < MOST_AT_ONCE && !run.isGone && !deps.isOver(); sent += 1) {
    const message = await deps.messages.first(ownerId, endpointId, lane.lane);
    if (!message) return pending(null);
    const at = message.next_attempt_at ?? timestamp(deps.now());
    if (at > timestamp(deps.now())) return pending(new Date(at));
    const made = await attemptDelivery(message, endpoint.url, await deps.secrets(), deps);
    const after = await written(message, made, deps);
    // Another run has sent it too, and goes on.
    if (!after) return;
    await drawConclusions(after, made, run, deps);
    if (after.next_attempt_at !== null) return pending(new Date(after.next_attempt_at));
  }
}

/** Writes the attempt down; undefined when another run was first. */
async function written(message: WebhookMessage, made: MadeAttempt, { messages, random }: LaneDeps) {
  const after = afterAttempt(message, made, random);
  try {
    await messages.record(message, after);
    return after;
  } catch (error) {
    if (error instanceof VersionConflictError) return undefined;
    throw error;
  }
}

/**
 * What an attempt means for the endpoint: a success ends a time of failures, a message that failed to the end of its schedule while nothing else succeeded disables
 * it, and so does a 410.
 */
async function drawConclusions(
  after: WebhookMessage,
  { outcome, startedAt }: MadeAttempt,
  run: LaneRun,
  deps: LaneDeps,
): Promise<void> {
  if (outcome.kind === 'delivered') {
    run.failures = 0;
    return noteFailing(null, run, deps);
  }
  run.failures += 1;
  // A ping tells its own sender, and nobody else.
  if (after.retried) await noteFailing(run.failingSince ?? timestamp(startedAt), run, deps);
  const isExhausted = after.retried && after.status === 'failed' && nothingSince(after, run);
  if (outcome.kind === 'gone' || isExhausted) {
    run.isGone = true;
    return deps.disable(outcome.kind === 'gone' ? 'gone' : 'failing');
  }
  if (outcome.retryAfter !== null && outcome.retryAfter > 0) await deps.hold(outcome.retryAfter);
}

/** Whether nothing succeeded since the message was tried first. */
function nothingSince({ first_tried_at: at }: WebhookMessage, { failingSince }: LaneRun): boolean {
  return failingSince !== null && at !== null && failingSince <= at;
}

async function noteFailing(since: string | null, run: LaneRun, { note }: LaneDeps): Promise<void> {
  if (since === run.failingSince) return;
  run.failingSince = since;
  await note({ failing_since: since });
}
