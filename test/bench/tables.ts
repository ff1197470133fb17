/** The tables as the functions know them: the variable that names each, and its key. */
export const tables = {
  API_KEYS_TABLE: { name: 'api-keys', key: ['key_id'] },
  OWNERS_TABLE: { name: 'owners', key: ['owner_id'] },
  SANDBOXES_TABLE: { name: 'sandboxes', key: ['owner_id', 'sandbox_id'] },
  CONVERSATIONS_TABLE: { name: 'conversations', key: ['owner_id', 'conversation_id'] },
  LAUNCH_PACE_TABLE: { name: 'launch-paces', key: ['pace_id'] },
  START_TASKS_TABLE: { name: 'start-tasks', key: ['owner_id', 'start_task_id'] },
} as const;

/** @throws when no table has this name. */
export function keyNamesOf(table: string): readonly string[] {
  const found = Object.values(tables).find(({ name }) => name === table);
  if (!found) throw new Error(`there is no table '${table}'`);
  return found.key;
}
