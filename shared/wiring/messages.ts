import { DynamoPendingMessages } from '../domain/conversations/messages/dynamo-pending-messages.ts';
import { documents } from '../platform/aws/documents.ts';
import { LambdaWorkers } from '../platform/aws/lambda-workers.ts';
import { systemClock } from '../platform/clock.ts';
import { requireEnv } from '../platform/env.ts';

/** Wiring of functions for pending messages. */

export const pendingMessages = () =>
  new DynamoPendingMessages(documents(), { pendingMessages: requireEnv('PENDING_MESSAGES_TABLE') }, systemClock);

/** Starts the delivery of a conversation's pending messages; returns as soon as Lambda has accepted the invocation. */
export const deliverMessages = () => {
  const workers = new LambdaWorkers();
  const worker = requireEnv('DELIVER_MESSAGES_FUNCTION');
  return (ownerId: string, conversationId: string) =>
    workers.start(worker, { owner_id: ownerId, conversation_id: conversationId });
};
