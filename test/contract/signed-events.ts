import * as z from 'zod';

const time = z.iso.datetime();

const shown = {
  id: z.string().min(1),
  url: z.url(),
  events: z.array(z.string()).min(1),
  description: z.string().nullable(),
  enabled: z.boolean(),
  disabled_reason: z.enum(['request', 'gone', 'failing']).nullable(),
  disabled_at: time.nullable(),
  failing_since: time.nullable(),
  previous_secret_expires_at: time.nullable(),
  created_at: time,
  updated_at: time,
};

export const webhookEndpoint = z.strictObject(shown);

export const webhookEndpointWithSecret = z.strictObject({
  ...shown,
  // 24 to 64 bytes in base64.
  secret: z.string().regex(/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/),
});

const attempt = {
  at: time,
  status: z.int().min(100).max(599).nullable(),
  duration_ms: z.int().min(0),
  error: z.string().max(200).nullable(),
};

const message = {
  id: z.string().startsWith('msg_'),
  type: z.string().regex(/^[a-z_]+\.[a-z_]+$/),
  object_id: z.string(),
  status: z.enum(['pending', 'delivered', 'failed']),
  attempt_count: z.int().min(0),
  attempts: z.array(z.strictObject(attempt)),
  next_attempt_at: time.nullable(),
  delivered_at: time.nullable(),
  created_at: time,
};

export const webhookMessage = z.strictObject(message);

const answer = z.strictObject({ text: z.string().min(1).max(1_024), truncated: z.boolean() });

export const webhookMessageWithBody = z.strictObject({
  ...message,
  attempts: z.array(z.strictObject({ ...attempt, answer: answer.nullable() })),
  body: z.string().max(20_000),
});
