import { documents } from '../aws/documents.ts';
import { LambdaWorkers } from '../aws/lambda-workers.ts';
import { systemClock } from '../clock.ts';
import { requireEnv } from '../env.ts';
import { DynamoPendingMessages } from '../messages/dynamo-pending-messages.ts';

/** What functions that deal with waiting messages are wired from. */

export const pendingMessages = () =>
  new DynamoPendingMessages(documents(), requireEnv('PENDING_MESSAGES_TABLE'), systemClock);

/** Has the messages that wait for a conversation delivered; returns as soon as that is in good hands. */
export const deliverMessages = () => {
  const workers = new LambdaWorkers();
  const worker = requireEnv('DELIVER_MESSAGES_FUNCTION');
  return (ownerId: string, conversationId: string) =>
    workers.start(worker, { owner_id: ownerId, conversation_id: conversationId });
};
