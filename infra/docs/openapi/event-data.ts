import * as z from 'zod';
import {
  BudgetUnit,
  ExecutionStatus,
  LimitScope,
  PauseReason,
  SandboxStatus,
} from '../../../shared/contract/shapes/enums.ts';
import type { EventType, PING } from '../../../shared/contract/shapes/integrator-event-types.ts';

const time = z.iso.datetime();

const conversation = {
  conversation_id: z.string(),
  sandbox_id: z.string(),
  title: z.string(),
  execution_status: ExecutionStatus.nullable(),
  created_at: time,
};

const plainConversation = z.looseObject(conversation).meta({ id: 'ConversationEventData' });

const sandbox = z
  .looseObject({
    sandbox_id: z.string(),
    sandbox_spec_id: z.string(),
    status: SandboxStatus,
    generation: z.int().meta({ description: 'How often the sandbox has been started.' }),
    pause_reason: PauseReason.nullable(),
    reason: z.string().nullable().meta({ description: 'The reason code of the failure.' }),
  })
  .meta({ id: 'SandboxEventData' });

const key = z
  .looseObject({
    id: z.string(),
    name: z.string().nullable(),
    last4: z.string().nullable(),
    scopes: z.array(z.string()),
    not_before: time.nullable(),
    expires_at: time.nullable(),
    rotated_from: z.string().nullable(),
    rotated_to: z.string().nullable(),
  })
  .meta({ id: 'KeyEventData' });

const budget = z
  .looseObject({
    scope: LimitScope.meta({ description: 'Whether the budget belongs to the owner or to the API key.' }),
    key_id: z.string().nullable(),
    unit: BudgetUnit,
    month: z.string(),
    limit: z.number(),
    used: z.number(),
    resets_at: time,
  })
  .meta({ id: 'BudgetEventData' });

const disabled = z
  .looseObject({ webhook_endpoint_id: z.string(), description: z.string().nullable(), reason: z.string() })
  .meta({ id: 'WebhookEndpointEventData' });

const ping = z.looseObject({ webhook_endpoint_id: z.string() });

/** The `data` of an event: ids and a few fields, never a secret. Other fields may be added. */
export function dataOf(type: EventType | typeof PING): z.ZodType {
  if (type === 'conversation.updated') {
    return z.looseObject({ ...conversation, changed: z.array(z.string()) });
  }
  if (type === 'conversation.status_changed') {
    return z.looseObject({ ...conversation, previous_execution_status: ExecutionStatus.nullable() });
  }
  if (type === 'webhook_endpoint.disabled') return disabled;
  const [noun] = type.split('.');
  if (noun === 'conversation') return plainConversation;
  if (noun === 'sandbox') return sandbox;
  if (noun === 'key') return key;
  return noun === 'budget' ? budget : ping;
}
