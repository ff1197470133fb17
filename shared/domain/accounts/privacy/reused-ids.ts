/** Rows that are left of a deleted conversation or sandbox, when another one has its id. */

/**
 * The sort key of a row that keeps the id of a deleted private conversation: another member must not use it again, as
 * messages and events that are left go by this id. The row has `private_to`.
 */
export function privateIdKey(conversationId: string): string {
  return `#private/${conversationId}`;
}

interface Dated {
  readonly created_at?: unknown;
}

/** Whether a start task belongs to this conversation, and not to an earlier one with the same id. */
export function isOfConversation(task: Dated, conversation: Dated): boolean {
  return String(task.created_at) >= String(conversation.created_at);
}

/** Whether a snapshot is of this sandbox, and not of an earlier one with the same id. Receipts do not tell. */
export function isOfSandbox(
  { sandbox_created_at: createdAt }: { readonly sandbox_created_at?: unknown },
  sandbox: Dated,
): boolean {
  return createdAt === undefined || createdAt === sandbox.created_at;
}
