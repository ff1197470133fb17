import * as z from 'zod';
import { DeliveryStatus } from './enums.ts';
import { Timestamp } from './fields.ts';
import { eventTypes, PING } from './integrator-event-types.ts';

const Attempt = z
  .object({
    at: Timestamp,
    status: z.int().nullable().meta({ description: 'The status of the answer; null when there was none.' }),
    duration_ms: z.int(),
    error: z.string().nullable().meta({ description: 'Why it was no success; null when it was.' }),
  })
  .meta({ id: 'WebhookAttempt' });

const Answer = z
  .object({
    text: z.string().meta({
      description:
        'The first 1,024 bytes of the body at most, read as UTF-8: U+FFFD stands for control characters and for what is not UTF-8.',
    }),
    truncated: z.boolean().meta({ description: 'Whether the body went on, or did not end within a second.' }),
  })
  .meta({ id: 'WebhookAnswer' });

const AttemptWithAnswer = Attempt.extend({
  answer: Answer.nullable().meta({
    description: 'What the receiver answered; null when it was nothing, no text by its `Content-Type`, or compressed.',
  }),
}).meta({ id: 'WebhookAttemptWithAnswer' });

const ATTEMPTS = 'The last 20, the oldest first.';

export const WebhookMessageInfo = z
  .object({
    id: z.string().meta({ description: 'What every attempt carries as `webhook-id`.' }),
    type: z.enum([...eventTypes, PING]),
    object_id: z.string(),
    status: DeliveryStatus,
    attempt_count: z.int(),
    attempts: z.array(Attempt).meta({ description: ATTEMPTS }),
    next_attempt_at: Timestamp.nullable().meta({
      description: 'Not before this time, and not before the earlier messages of the same object.',
    }),
    delivered_at: Timestamp.nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'WebhookMessage' });

export const MessageWithBody = WebhookMessageInfo.extend({
  attempts: z.array(AttemptWithAnswer).meta({ description: ATTEMPTS }),
  body: z.string().meta({ description: 'What is sent, to the byte: the JSON that the signature is about.' }),
}).meta({ id: 'WebhookMessageWithBody' });
