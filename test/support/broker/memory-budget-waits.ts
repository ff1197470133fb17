import type { BudgetWaits, Waiting } from '../../../shared/domain/broker/waits/budget-waits.ts';
import type { Conversation } from '../../../shared/domain/conversations/record/conversation.ts';
import type { MemoryConversationStore } from '../conversations/record/memory-conversation-store.ts';
import { keyOf } from '../platform/memory-page.ts';

/** What conversations in memory wait for. */
export class MemoryBudgetWaits implements BudgetWaits {
  readonly #store: MemoryConversationStore;

  constructor(store: MemoryConversationStore) {
    this.#store = store;
  }

  async begin(read: Waiting): Promise<void> {
    const row = this.#row(read);
    if (row && !row.waits_for)
      this.#store.put({ ...row, waits_for: 'budget', waits_since: '2026-11-21T12:00:00.000Z' });
  }

  async end(read: Waiting): Promise<void> {
    const row = this.#row(read);
    if (row) this.#store.put({ ...row, waits_for: undefined, waits_since: undefined, waits_runs: undefined });
  }

  async noteOutdated(read: Waiting): Promise<void> {
    const row = this.#row(read);
    if (row) this.#store.put({ ...row, llm_outdated: true });
  }

  /** Reads and writes without a pause in between, as the conditional write does. */
  async countRun(read: Waiting): Promise<boolean> {
    const row = this.#row(read);
    if (row?.waits_for !== 'budget' || row.waits_runs !== read.waits_runs) return false;
    this.#store.put({ ...row, waits_runs: (row.waits_runs ?? 0) + 1 });
    return true;
  }

  #row({ owner_id, conversation_id, created_at }: Waiting): Conversation | undefined {
    const row = this.#store.rows.get(keyOf(owner_id, conversation_id));
    return row?.created_at === created_at ? row : undefined;
  }
}
