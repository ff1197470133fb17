import type { Conversation } from '../../conversations/record/conversation.ts';

/** A conversation as it was read. */
export type Waiting = Pick<Conversation, 'owner_id' | 'conversation_id' | 'created_at' | 'waits_for' | 'waits_runs'>;

/** Conversations whose agents were refused a model at a budget. They wait until a request is admitted again. */
export interface BudgetWaits {
  /** Does nothing for a conversation that waits already, or was deleted. */
  begin(conversation: Waiting): Promise<void>;
  /** A request was admitted. Does nothing for a conversation that was deleted. */
  end(conversation: Waiting): Promise<void>;
  /**
   * The agent still has a model that the conversation was switched away from: its run is repeated with the new one.
   * Does nothing for a conversation that was deleted.
   */
  noteOutdated(conversation: Waiting): Promise<void>;
  /**
   * Counts a run that the service repeats.
   *
   * @returns false if the conversation waits no longer, or another worker was first
   */
  countRun(conversation: Waiting): Promise<boolean>;
}
