/**
 * What an ID in a request names. `queue`: a conversation, by its own ID or that of its start task. `new-conversation`:
 * the chosen ID of a conversation that can exist.
 */
export type NamedKind = 'conversation' | 'new-conversation' | 'queue' | 'start-task' | 'sandbox' | 'snapshot';
