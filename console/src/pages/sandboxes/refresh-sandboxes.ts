import type { QueryClient } from '@tanstack/react-query';
import { SANDBOXES } from '../../data/sandbox-queries.ts';
import { refreshConversations } from '../conversations/queries.ts';

/** Asks anew for what is shown of sandboxes, and of conversations, which show them too. */
export async function refreshSandboxes(queries: QueryClient): Promise<void> {
  await Promise.all([queries.invalidateQueries({ queryKey: [SANDBOXES] }), refreshConversations(queries)]);
}
