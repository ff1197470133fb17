import type { paths } from '../../../../shared/client/api-types.ts';

type EndpointCreate = paths['/api/v1/webhook-endpoints']['post']['requestBody']['content']['application/json'];

export type EventType = EndpointCreate['events'][number];

/** The event types by resource. */
export const eventTypes: Readonly<Record<string, readonly EventType[]>> = {
  Conversations: [
    'conversation.created',
    'conversation.updated',
    'conversation.status_changed',
    'conversation.deleted',
  ],
  Sandboxes: [
    'sandbox.starting',
    'sandbox.running',
    'sandbox.pausing',
    'sandbox.paused',
    'sandbox.error',
    'sandbox.deleted',
  ],
  Prebuilds: ['prebuild.ready', 'prebuild.failed'],
  Snapshots: ['snapshot.ready', 'snapshot.failed', 'snapshot.deleted'],
  Keys: ['key.created', 'key.rotated', 'key.revoked'],
  Budgets: ['budget.half_used', 'budget.warning', 'budget.exhausted'],
  'Webhook endpoints': ['webhook_endpoint.failing', 'webhook_endpoint.disabled'],
  Starts: ['start.failed'],
  Owner: ['owner.suspended', 'owner.resumed'],
};
