import type { paths } from '../../../../shared/client/api-types.ts';

type EndpointCreate = paths['/api/v1/webhook-endpoints']['post']['requestBody']['content']['application/json'];

export type EventType = EndpointCreate['events'][number];

/** What an endpoint may ask for, by its noun. */
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
  Keys: ['key.created', 'key.rotated', 'key.revoked'],
  Budgets: ['budget.warning', 'budget.exhausted'],
  'Webhook endpoints': ['webhook_endpoint.disabled'],
};

/** What an endpoint is sent, in words. */
export function eventWords(events: readonly string[]): string {
  return events.includes('*') ? 'All events' : events.join(', ');
}
