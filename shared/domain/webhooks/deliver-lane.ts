import { Webhook } from 'standardwebhooks';
import { isDamaged } from '../../platform/aws/rows.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import { VersionConflictError } from '../../platform/errors.ts';
import { TargetRefusedError } from '../../platform/outbound/target.ts';
import type { DueLane, DynamoWebhookMessages } from './dynamo-webhook-messages.ts';
import { NoAnswerError, type ReceiverAnswer } from './http-receiver.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';
import {
  afterAttempt,
  type MadeAttempt,
  type Outcome,
  readRetryAfter,
  type WebhookMessage,
} from './webhook-message.ts';

/** The state that the lanes of one run share. */
export class LaneRun {
  /** Consecutive failures over all lanes. */
  failures = 0;
  /** Whether the run has disabled the endpoint. */
  isGone = false;
  /** Since when all attempts have failed. */
  failingSince: string | null;
  #written: Promise<unknown> = Promise.resolve();

  constructor(failingSince: string | null) {
    this.failingSince = failingSince;
  }

  /** Writes one after the other: of two writes at once, the older could be the last to arrive. */
  inTurn(write: () => Promise<void>): Promise<void> {
    const written = this.#written.then(write);
    this.#written = written.catch(() => undefined);
    return written;
  }
}

/** Messages of one lane in a row. Then the run reads the endpoint again. */
const MAX_AT_ONCE = 20;

export interface LaneDeps {
  readonly messages: DynamoWebhookMessages;
  readonly send: Send;
  readonly now: Clock;
  readonly random: () => number;
  /** The URL and the signing secrets, newest first. */
  readonly opened: () => Promise<{ readonly url: string; readonly secrets: readonly string[] }>;
  /** Whether the run must not send anything more. */
  readonly isOver: () => boolean;
  readonly note: (change: { readonly failing_since: string | null }) => Promise<void>;
  /** All attempts since then have failed. */
  readonly failing: (since: string) => Promise<void>;
  readonly disable: (reason: 'gone' | 'failing') => Promise<void>;
  /** Sends nothing to the receiver for this time. */
  readonly hold: (seconds: number) => Promise<void>;
}

/** Sends a lane's messages one after the other, up to the first one that must be retried. */
export async function deliverLane(
  endpoint: WebhookEndpoint,
  lane: DueLane,
  run: LaneRun,
  deps: LaneDeps,
): Promise<void> {
  const { owner_id: ownerId, endpoint_id: endpointId } = endpoint;
  const pending = (at: Date | null) => deps.messages.settleLane(ownerId, endpointId, lane, at);
  for (let sent = 0; sent < MAX_AT_ONCE && !run.isGone && !deps.isOver(); sent += 1) {
    const message = await deps.messages.first(ownerId, endpointId, lane.lane);
    if (!message) return pending(null);
    if (isDamaged(message) || isForAnother(message, endpoint)) {
      await giveUp(message, deps);
      continue;
    }
    const at = message.next_attempt_at ?? timestamp(deps.now());
    if (at > timestamp(deps.now())) return pending(new Date(at));
    const { url, secrets } = await deps.opened();
    const made = await attemptDelivery(message, url, secrets, deps);
    const after = await recorded(message, made, deps);
    // Another run has sent it too, and continues this lane.
    if (!after) return;
    await applyOutcome(after, made, run, deps);
    if (after.next_attempt_at !== null) return pending(new Date(after.next_attempt_at));
  }
}

/** Whether it waits since another address was in this row. */
function isForAnother({ created_at: at }: WebhookMessage, { alert }: WebhookEndpoint): boolean {
  return alert ? at < alert.since : false;
}

/** Lets later messages of its lane pass. What it said is lost. */
async function giveUp(message: WebhookMessage, { messages }: LaneDeps): Promise<void> {
  await messages.record(message, { ...message, status: 'failed', next_attempt_at: null });
}

/** Records the attempt; undefined when another run was first. */
async function recorded(message: WebhookMessage, made: MadeAttempt, { messages, random }: LaneDeps) {
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
 * Updates the endpoint. A success ends a period of failures. A 410 disables the endpoint, and so does a message that
 * failed for the last time while no other message succeeded.
 */
async function applyOutcome(
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
  // A failed ping does not count as a failure of the endpoint.
  if (after.retried) await noteFailing(run.failingSince ?? timestamp(startedAt), run, deps);
  if (after.retried && run.failingSince !== null) await deps.failing(run.failingSince);
  const isExhausted = after.retried && after.status === 'failed' && nothingSince(after, run);
  if (outcome.kind === 'gone' || isExhausted) {
    run.isGone = true;
    return deps.disable(outcome.kind === 'gone' ? 'gone' : 'failing');
  }
  if (outcome.retryAfter !== null && outcome.retryAfter > 0) await deps.hold(outcome.retryAfter);
}

/** Whether nothing has succeeded since the first attempt of the message. */
function nothingSince({ first_tried_at: at }: WebhookMessage, { failingSince }: LaneRun): boolean {
  return failingSince !== null && at !== null && failingSince <= at;
}

async function noteFailing(since: string | null, run: LaneRun, { note }: LaneDeps): Promise<void> {
  if (since === run.failingSince) return;
  run.failingSince = since;
  await run.inTurn(() => note({ failing_since: since }));
}

/** Sends one request. @throws NoAnswerError, TargetRefusedError. */
export type Send = (url: string, headers: Readonly<Record<string, string>>, body: string) => Promise<ReceiverAnswer>;

/** Sends a message once. A failed delivery is an outcome, not an error. */
async function attemptDelivery(
  message: WebhookMessage,
  url: string,
  secrets: readonly string[],
  { send, now }: { readonly send: Send; readonly now: Clock },
): Promise<MadeAttempt> {
  const startedAt = now();
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'AgentConversationService-Webhooks/1',
    ...signedHeaders(message.message_id, message.body, secrets, startedAt),
  };
  const made = await send(url, headers, message.body).then(
    (answer) => ({ outcome: outcomeOf(answer, now()), answer: answer.text }),
    (error: unknown) => {
      if (!(error instanceof NoAnswerError || error instanceof TargetRefusedError)) throw error;
      const outcome: Outcome = { kind: 'failed', status: null, error: error.message, retryAfter: null };
      return { outcome, answer: null };
    },
  );
  return { ...made, startedAt, endedAt: now() };
}

function outcomeOf({ status, retryAfter }: ReceiverAnswer, now: Date): Outcome {
  if (status >= 200 && status < 300) return { kind: 'delivered', status };
  if (status === 410) return { kind: 'gone', status, error: 'the receiver responded with 410 (Gone)' };
  const asks = status === 429 || status === 503;
  const error = status >= 300 && status < 400 ? 'redirects are not followed' : `the receiver responded with ${status}`;
  return { kind: 'failed', status, error, retryAfter: asks ? readRetryAfter(retryAfter, now) : null };
}

/** The headers of one attempt (Standard Webhooks 1.0.0), signed with each of `secrets`, newest first. */
export function signedHeaders(
  messageId: string,
  body: string,
  secrets: readonly string[],
  at: Date,
): Readonly<Record<string, string>> {
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(messageId, at, body)).join(' '),
  };
}
