/**
 * What integrators are told of, by the names that they subscribe to. Those of conversations and sandboxes come from changes of their rows; the others are put into
 * the outbox by whoever makes the change.
 */
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
  'key.created',
  'key.rotated',
  'key.revoked',
  'budget.warning',
  'budget.exhausted',
  'webhook_endpoint.disabled',
] as const;

export type EventType = (typeof eventTypes)[number];

/** Sent by request only, to the endpoint that it is to test, whatever that subscribes to. */
export const PING = 'webhook_endpoint.ping';
