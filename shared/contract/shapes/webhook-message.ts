import * as z from 'zod';
import { DeliveryStatus } from './enums.ts';
import { Timestamp } from './fields.ts';
import { eventTypes, PING } from './integrator-event-types.ts';

const Attempt = z
  .object({
    at: Timestamp,
    status: z.int().nullable().meta({ description: 'The HTTP status of the response. Null if there was none.' }),
    duration_ms: z.int(),
    error: z.string().nullable().meta({ description: 'Why the attempt failed. Null if it succeeded.' }),
  })
  .meta({ id: 'WebhookAttempt' });

const Answer = z
  .object({
    text: z.string().meta({
      description:
        'At most the first 1,024 bytes of the body, decoded as UTF-8. U+FFFD replaces control characters and invalid UTF-8.',
    }),
    truncated: z.boolean().meta({ description: 'Whether the body was longer, or did not end within one second.' }),
  })
  .meta({ id: 'WebhookAnswer' });

const AttemptWithAnswer = Attempt.extend({
  answer: Answer.nullable().meta({
    description: "The receiver's response body. Null if it was empty, not text by its `Content-Type`, or compressed.",
  }),
}).meta({ id: 'WebhookAttemptWithAnswer' });

const ATTEMPTS = 'The last 20 attempts, oldest first.';

export const WebhookMessageInfo = z
  .object({
    id: z.string().meta({ description: 'The `webhook-id` header of every attempt.' }),
    type: z.enum([...eventTypes, PING]),
    object_id: z.string(),
    status: DeliveryStatus,
    attempt_count: z.int(),
    attempts: z.array(Attempt).meta({ description: ATTEMPTS }),
    next_attempt_at: Timestamp.nullable().meta({
      description: 'The earliest time of the next attempt. Earlier messages about the same object are sent first.',
    }),
    delivered_at: Timestamp.nullable(),
    created_at: Timestamp.meta({ description: 'When the event occurred: the `timestamp` in the body.' }),
  })
  .meta({ id: 'WebhookMessage' });

export const MessageWithBody = WebhookMessageInfo.extend({
  attempts: z.array(AttemptWithAnswer).meta({ description: ATTEMPTS }),
  body: z.string().meta({ description: 'The exact JSON body that is sent and signed.' }),
}).meta({ id: 'WebhookMessageWithBody' });
