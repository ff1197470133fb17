/** Event types. Conversation and sandbox events derive from changes of rows, others from the outbox. */
export const eventTypes = [
  'conversation.created',
  'conversation.updated',
  'conversation.status_changed',
  'conversation.deleted',
  'sandbox.starting',
  'sandbox.running',
  'sandbox.pausing',
  'sandbox.paused',
  'sandbox.error',
  'sandbox.deleted',
  'prebuild.ready',
  'prebuild.failed',
  'snapshot.ready',
  'snapshot.failed',
  'snapshot.deleted',
  'key.created',
  'key.rotated',
  'key.revoked',
  'budget.half_used',
  'budget.warning',
  'budget.exhausted',
  'webhook_endpoint.failing',
  'webhook_endpoint.disabled',
  'start.failed',
  'owner.suspended',
  'owner.resumed',
] as const;

export type EventType = (typeof eventTypes)[number];

/** Sent only on request, whatever the endpoint subscribes to. */
export const PING = 'webhook_endpoint.ping';
