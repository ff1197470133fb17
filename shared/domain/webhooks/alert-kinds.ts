import type { MemberAlertKind, OwnerAlertKind } from '../../contract/shapes/alerts.ts';
import type { EventType } from '../../contract/shapes/integrator-event-types.ts';
import type { IntegratorMessage } from './messages-of-record.ts';
import type { Alert } from './webhook-endpoint.ts';

/** The events of each kind of alert. */
export const ownerAlertEvents: Readonly<Record<OwnerAlertKind, readonly EventType[]>> = {
  budgets: ['budget.half_used', 'budget.warning', 'budget.exhausted'],
  webhooks: ['webhook_endpoint.failing', 'webhook_endpoint.disabled'],
  starts: ['start.failed'],
  suspension: ['owner.suspended', 'owner.resumed'],
};

export const memberAlertEvents: Readonly<Record<MemberAlertKind, readonly EventType[]>> = {
  finished: ['conversation.status_changed'],
  waiting: ['conversation.status_changed'],
  failed: ['conversation.status_changed', 'start.failed'],
  budgets: ['budget.half_used', 'budget.warning', 'budget.exhausted'],
};

const statuses: Readonly<Record<string, readonly string[]>> = {
  finished: ['finished'],
  waiting: ['waiting_for_confirmation'],
  failed: ['error', 'stuck'],
};

/** Whether an event that a receiver subscribes to concerns it. A person gets what they made, and their own budgets. */
export function isFor(
  { person_id: person, kinds }: Alert,
  { type, body }: Pick<IntegratorMessage, 'type' | 'body'>,
): boolean {
  if (person === null) return true;
  const data = JSON.parse(body).data as Readonly<Record<string, unknown>>;
  if (type.startsWith('budget.')) return data.user_id === person;
  if (data.created_by_user_id !== person) return false;
  if (type === 'start.failed') return kinds.includes('failed');
  return kinds.some((kind) => statuses[kind]?.includes(String(data.execution_status)));
}
