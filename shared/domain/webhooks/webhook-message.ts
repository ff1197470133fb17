import * as z from 'zod';
import { DeliveryStatus } from '../../contract/shapes/enums.ts';
import { eventTypes, PING } from '../../contract/shapes/integrator-event-types.ts';
import { Moment } from '../../contract/shapes/moments.ts';
import { rowReader } from '../../platform/aws/rows.ts';
import { timestamp } from '../../platform/clock.ts';
import { privacyFields, privacyOf } from '../sandboxes/record/privacy-fields.ts';
import type { AnswerText } from './http-receiver.ts';

/** An attempt to deliver a message. */
const WebhookAttempt = z.object({
  at: Moment,
  /** The receiver's status code; null without a response. */
  status: z.int().nullable(),
  duration_ms: z.int(),
  /** Why the attempt failed; null if it succeeded. */
  error: z.string().nullable(),
  /** The beginning of the response body. Older rows have none. */
  answer: z.object({ text: z.string(), truncated: z.boolean() }).nullable().default(null),
});
type WebhookAttempt = z.infer<typeof WebhookAttempt>;

/** A message to one endpoint. Loose: older function versions keep the fields of newer ones. */
export const WebhookMessage = z.looseObject({
  owner_id: z.string(),
  endpoint_id: z.string(),
  message_id: z.string(),
  type: z.enum([...eventTypes, PING]),
  object_id: z.string(),
  /** Messages of one lane are sent one after the other, by `sequence`. */
  lane: z.string(),
  sequence: z.string(),
  /** The signed body as sent, byte for byte. */
  body: z.string(),
  status: DeliveryStatus,
  /** Attempts in the current schedule. A redelivery starts a new schedule. */
  tries: z.int(),
  retried: z.boolean(),
  next_attempt_at: Moment.nullable(),
  /** The number of all attempts. Optimistic lock of writes after an attempt. */
  attempt_count: z.int(),
  /** The last attempts, oldest first. */
  attempts: z.array(WebhookAttempt),
  /** When the first attempt of the current schedule began. */
  first_tried_at: z.string().nullable(),
  delivered_at: Moment.nullable(),
  /** When the event occurred. The log of an endpoint is in this order. */
  created_at: Moment,
  /** In seconds since 1970. */
  expires_at: z.int(),
  /** As its object was at the time of the event. */
  private_to: privacyFields.private_to,
});
export type WebhookMessage = z.infer<typeof WebhookMessage>;

/** A damaged message is not sent: its body or its schedule is lost. */
export const readMessage = /* @__PURE__ */ rowReader('webhook message', WebhookMessage, {
  shown: ['type', 'object_id', 'attempts', 'first_tried_at', 'delivered_at', 'created_at'],
});

const KEPT_DAYS = 30;

const ATTEMPTS_KEPT = 20;

/** The result of an attempt. `retryAfter` in seconds. */
export type Outcome =
  | { readonly kind: 'delivered'; readonly status: number }
  | { readonly kind: 'gone'; readonly status: number; readonly error: string }
  | {
      readonly kind: 'failed';
      readonly status: number | null;
      readonly error: string;
      readonly retryAfter: number | null;
    };

export interface MadeAttempt {
  readonly outcome: Outcome;
  readonly answer: AnswerText | null;
  readonly startedAt: Date;
  readonly endedAt: Date;
}

interface MessageOrder {
  readonly ownerId: string;
  readonly messageId: string;
  readonly type: string;
  readonly objectId: string;
  /** Sorts after the sequences of earlier messages about the object. Printable ASCII. */
  readonly sequence: string;
  readonly body: string;
  readonly retried: boolean;
  /** When the event occurred. */
  readonly at: Date;
  readonly privateTo?: string | undefined;
}

export function newMessage(order: MessageOrder, endpointId: string, now: Date): WebhookMessage {
  return {
    owner_id: order.ownerId,
    endpoint_id: endpointId,
    message_id: order.messageId,
    type: order.type as WebhookMessage['type'],
    object_id: order.objectId,
    lane: order.objectId,
    sequence: order.sequence,
    body: order.body,
    status: 'pending',
    tries: 0,
    retried: order.retried,
    next_attempt_at: timestamp(now),
    attempt_count: 0,
    attempts: [],
    first_tried_at: null,
    delivered_at: null,
    created_at: timestamp(order.at),
    expires_at: expiry(now),
    ...privacyOf({ private_to: order.privateTo }),
  };
}

/** The message after an attempt. Pure. */
export function afterAttempt(message: WebhookMessage, made: MadeAttempt, random: () => number): WebhookMessage {
  const { outcome, answer, startedAt, endedAt } = made;
  const attempt: WebhookAttempt = {
    at: timestamp(startedAt),
    status: outcome.status,
    duration_ms: Math.max(0, endedAt.getTime() - startedAt.getTime()),
    error: outcome.kind === 'delivered' ? null : outcome.error.slice(0, 200),
    answer,
  };
  const tried: WebhookMessage = {
    ...message,
    tries: message.tries + 1,
    attempt_count: message.attempt_count + 1,
    attempts: [...message.attempts, attempt].slice(-ATTEMPTS_KEPT),
    first_tried_at: message.first_tried_at ?? attempt.at,
  };
  if (outcome.kind === 'delivered')
    return { ...tried, status: 'delivered', next_attempt_at: null, delivered_at: timestamp(endedAt) };
  const retryAfter = outcome.kind === 'failed' ? outcome.retryAfter : null;
  const next = message.retried ? nextAttemptAt(tried.tries, endedAt, random, retryAfter) : null;
  if (next === null) return { ...tried, status: 'failed', next_attempt_at: null };
  return { ...tried, next_attempt_at: timestamp(next) };
}

/** The message with a new schedule from now on. Its own lane keeps it from delaying other messages. */
export function redelivered(message: WebhookMessage, now: Date): WebhookMessage {
  return {
    ...message,
    lane: `again/${message.message_id}`,
    status: 'pending',
    tries: 0,
    retried: true,
    next_attempt_at: timestamp(now),
    first_tried_at: null,
    expires_at: expiry(now),
  };
}

/** When rows that are written now expire. */
export function expiry(now: Date): number {
  return Math.floor(now.getTime() / 1000) + KEPT_DAYS * 24 * 60 * 60;
}

/** Seconds before each attempt, about three days in total. The first attempt is made at once. */
export const retryDelays = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** Maximum random extension of a delay, so that messages that failed together are not retried together. */
export const JITTER = 0.1;

/** The longest wait that a receiver's `Retry-After` may cause, in seconds. */
export const MAX_RETRY_AFTER = 86_400;

/** The time of the next attempt after `made` attempts, or null. The longer of schedule and `retryAfter` applies. */
function nextAttemptAt(made: number, now: Date, random: () => number, retryAfter: number | null): Date | null {
  const delay = retryDelays[made];
  if (delay === undefined) return null;
  const jittered = delay * (1 + JITTER * random());
  const asked = Math.min(retryAfter ?? 0, MAX_RETRY_AFTER);
  return new Date(now.getTime() + Math.ceil(Math.max(jittered, asked) * 1000));
}

/** The seconds from now in a `Retry-After` header (RFC 9110). Null when it cannot be read. */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}
