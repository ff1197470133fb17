import type * as z from 'zod';
import type { ExecutionStatus } from '../../../contract/shapes/enums.ts';
import type { Conversation } from './conversation.ts';

/**
 * Why a conversation never started; null when it did, or may still. An agent that reports more than `idle` has worked
 * in it, so its start got there after all.
 *
 * @param status the latest report of the agent, if there is one
 */
export function startError(
  { start_error: error }: Pick<Conversation, 'start_error'>,
  status: z.infer<typeof ExecutionStatus> | null | undefined,
): string | null {
  return status === null || status === undefined || status === 'idle' ? (error ?? null) : null;
}
