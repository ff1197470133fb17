import type { Clock } from '../../platform/clock.ts';
import { TargetRefusedError } from '../../platform/outbound/target.ts';
import { NoAnswerError, type ReceiverAnswer } from './http-receiver.ts';
import { readRetryAfter } from './schedule.ts';
import { signedHeaders } from './signature.ts';
import type { MadeAttempt, Outcome, WebhookMessage } from './webhook-message.ts';

/** Sends one request. @throws NoAnswerError, TargetRefusedError. */
export type Send = (url: string, headers: Readonly<Record<string, string>>, body: string) => Promise<ReceiverAnswer>;

/** Sends a message once, signed for this attempt. A failure is its outcome, and not an error. */
export async function attemptDelivery(
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
  if (status === 410) return { kind: 'gone', status, error: 'the receiver is gone (410)' };
  const asks = status === 429 || status === 503;
  const error = status >= 300 && status < 400 ? 'redirects are not followed' : `the receiver answered ${status}`;
  return { kind: 'failed', status, error, retryAfter: asks ? readRetryAfter(retryAfter, now) : null };
}
