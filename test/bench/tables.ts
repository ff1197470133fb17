export const tables = {
  API_KEYS_TABLE: { name: 'api-keys', key: ['key_id'] },
  OWNERS_TABLE: { name: 'owners', key: ['owner_id'] },
  SANDBOXES_TABLE: { name: 'sandboxes', key: ['owner_id', 'sandbox_id'] },
  CONVERSATIONS_TABLE: { name: 'conversations', key: ['owner_id', 'conversation_id'] },
  LAUNCH_PACE_TABLE: { name: 'launch-paces', key: ['pace_id'] },
  SWEEP_PARTS_TABLE: { name: 'sweep-parts', key: ['part'] },
  START_TASKS_TABLE: { name: 'start-tasks', key: ['owner_id', 'start_task_id'] },
  EVENTS_TABLE: { name: 'events', key: ['conversation_key', 'event_id'] },
  PENDING_MESSAGES_TABLE: { name: 'pending-messages', key: ['owner_id', 'message_key'] },
  SETTINGS_TABLE: { name: 'settings', key: ['owner_id'] },
  SECRETS_TABLE: { name: 'secrets', key: ['owner_id', 'secret_key'] },
  DEVICE_CODES_TABLE: { name: 'device-codes', key: ['code_hash'] },
  API_CALLS_TABLE: { name: 'api-calls', key: ['key_hash', 'hour'] },
  AUDIT_TABLE: { name: 'audit', key: ['owner_id', 'entry_key'] },
  IDEMPOTENCY_TABLE: { name: 'idempotency', key: ['owner_id', 'request_key'] },
  USAGE_TABLE: { name: 'usage', key: ['owner_id', 'usage_key'] },
  WAITS_TABLE: { name: 'waits', key: ['waits_key'] },
  USAGE_SUMS_TABLE: { name: 'usage-sums', key: ['owner_id'] },
  INTEGRATOR_EVENTS_TABLE: { name: 'integrator-events', key: ['owner_id', 'event_id'] },
  WEBHOOK_ENDPOINTS_TABLE: { name: 'webhook-endpoints', key: ['owner_id', 'endpoint_id'] },
  WEBHOOK_MESSAGES_TABLE: { name: 'webhook-messages', key: ['endpoint_key', 'message_id'] },
} as const;

export function keyNamesOf(table: string): readonly string[] {
  const found = Object.values(tables).find(({ name }) => name === table);
  if (!found) throw new Error(`there is no table '${table}'`);
  return found.key;
}
