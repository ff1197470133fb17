import { AppError, NotFoundError } from '../../../platform/errors.ts';
import { requireUsable } from '../agent/reach-agent.ts';
import { type Conversation, startError } from '../record/conversation.ts';
import { type ConversationHome, type ConversationHomes, homeOf } from '../record/conversation-homes.ts';
import type { StartTask } from '../start/task/start-task.ts';
import type { StartTaskStore } from '../start/task/start-task-store.ts';

export interface QueueDeps {
  readonly homes: ConversationHomes;
  readonly startTasks: Pick<StartTaskStore, 'find'>;
}

/** A conversation, by its id or its start task's, whose messages can be delivered. @throws NotFoundError; AppError */
export async function requireQueue(ownerId: string, id: string, deps: QueueDeps): Promise<Conversation> {
  const { home } = await findQueue(ownerId, id, deps);
  if (!home) throw new NotFoundError('Conversation', id);
  return takingMessages(home);
}

/** @throws AppError unless messages of the conversation can be delivered */
export function takingMessages(home: ConversationHome): Conversation {
  requireStarted(home.conversation);
  requireUsable(homeOf(home));
  return home.conversation;
}

/** @throws AppError `conflict` for a conversation whose latest start failed: its agent does not have it */
export function requireStarted(conversation: Conversation): void {
  const failure = startError(conversation, conversation.execution_status);
  if (failure !== null) throw new AppError('conflict', `The conversation did not start. ${failure}`);
}

/** The conversation by its own id or that of its start task. */
export async function findQueue(
  ownerId: string,
  id: string,
  deps: Pick<QueueDeps, 'homes' | 'startTasks'>,
): Promise<{ readonly home: ConversationHome | undefined; readonly task: StartTask | undefined }> {
  const [named, task] = await Promise.all([deps.homes.find(ownerId, id), deps.startTasks.find(ownerId, id)]);
  return { home: named ?? (task && (await deps.homes.find(ownerId, task.conversation_id))), task };
}
