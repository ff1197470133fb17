import * as z from 'zod';
import { DeliveryStatus } from '../../contract/shapes/enums.ts';
import { timestamp } from '../../platform/clock.ts';
import type { AnswerText } from './http-receiver.ts';

/** One try to deliver a message, as its log shows it. */
const WebhookAttempt = z.object({
  at: z.string(),
  /** The receiver's status code; null without an answer. */
  status: z.int().nullable(),
  duration_ms: z.int(),
  /** Why it was no success, in a few words; null when it was. */
  error: z.string().nullable(),
  /** The beginning of what the receiver answered. Rows of before have none. */
  answer: z.object({ text: z.string(), truncated: z.boolean() }).nullable().default(null),
});
type WebhookAttempt = z.infer<typeof WebhookAttempt>;

/** A message to one endpoint. Loose: older function versions keep the fields of newer ones. */
export const WebhookMessage = z.looseObject({
  owner_id: z.string(),
  endpoint_id: z.string(),
  message_id: z.string(),
  type: z.string(),
  object_id: z.string(),
  /** Messages of one lane go one after the other, by `sequence`. */
  lane: z.string(),
  sequence: z.string(),
  /** The signed body as sent, byte for byte. */
  body: z.string(),
  status: DeliveryStatus,
  /** How often it was tried by the present schedule, which begins anew with a redelivery. */
  tries: z.int(),
  /** Whether a failed attempt is retried. */
  retried: z.boolean(),
  next_attempt_at: z.string().nullable(),
  /** The number of all attempts: the optimistic lock of writes after an attempt. */
  attempt_count: z.int(),
  /** The last attempts, the oldest first. */
  attempts: z.array(WebhookAttempt),
  /** When the first attempt of the present schedule began. */
  first_tried_at: z.string().nullable(),
  delivered_at: z.string().nullable(),
  created_at: z.string(),
  /** In seconds since 1970. */
  expires_at: z.int(),
});
export type WebhookMessage = z.infer<typeof WebhookMessage>;

/** How long a message and its log are kept, in days. */
const KEPT_DAYS = 30;

const ATTEMPTS_KEPT = 20;

/** How an attempt ended. `retryAfter` in seconds. */
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
  /** Sorts behind that of every earlier message of the object. Printable ASCII. */
  readonly sequence: string;
  readonly body: string;
  readonly retried: boolean;
}

export function newMessage(order: MessageOrder, endpointId: string, now: Date): WebhookMessage {
  return {
    owner_id: order.ownerId,
    endpoint_id: endpointId,
    message_id: order.messageId,
    type: order.type,
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
    created_at: timestamp(now),
    expires_at: expiry(now),
  };
}

/** The message after an attempt. Pure: the rows before and after show all of its effects. */
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

/** The message once more, at once, with its own schedule. It delays none, as later ones were delivered. */
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

/** When rows that are written now may go. */
export function expiry(now: Date): number {
  return Math.floor(now.getTime() / 1000) + KEPT_DAYS * 24 * 60 * 60;
}

/** How many seconds before each attempt, the first of which is made at once. Together about three days. */
export const retryDelays = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** Delays are longer by up to a tenth, so that messages that failed together are not retried together. */
export const JITTER = 0.1;

/** The longest wait that a receiver's `Retry-After` may cause, in seconds. */
export const MAX_RETRY_AFTER = 86_400;

/** The next attempt after `made`, or null; the longer of schedule and `retryAfter` (seconds) wins. */
function nextAttemptAt(made: number, now: Date, random: () => number, retryAfter: number | null = null): Date | null {
  const delay = retryDelays[made];
  if (delay === undefined) return null;
  const jittered = delay * (1 + JITTER * random());
  const asked = Math.min(retryAfter ?? 0, MAX_RETRY_AFTER);
  return new Date(now.getTime() + Math.ceil(Math.max(jittered, asked) * 1000));
}

/** The seconds from now in `Retry-After`: a number of them, or a date (RFC 9110). Null when it cannot be read. */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}
