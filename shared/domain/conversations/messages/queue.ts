import { AppError, NotFoundError } from '../../../platform/errors.ts';
import { requireUsable } from '../agent/reach-agent.ts';
import type { Conversation } from '../record/conversation.ts';
import { type ConversationHome, type ConversationHomes, homeOf } from '../record/conversation-homes.ts';
import { isOver, type StartTask } from '../start/task/start-task.ts';
import type { StartTaskStore } from '../start/task/start-task-store.ts';
import type { PendingMessages } from './pending-messages.ts';

export interface QueueDeps {
  readonly homes: ConversationHomes;
  readonly startTasks: Pick<StartTaskStore, 'find' | 'latestOf'>;
  readonly messages: PendingMessages;
}

/** A queue, and the start that will deliver its messages. */
export interface Queue {
  readonly conversation: Conversation;
  readonly start: StartTask | undefined;
}

/** The queue by conversation or start task. @throws NotFoundError; AppError when messages can never be delivered */
export async function requireQueue(ownerId: string, id: string, deps: QueueDeps): Promise<Queue> {
  const [{ home, task }, latest] = await Promise.all([
    findQueue(ownerId, id, deps),
    deps.startTasks.latestOf(ownerId, id),
  ]);
  if (!home) throw new NotFoundError('Conversation', id);
  const { conversation } = home;
  const start = task ?? latest;
  if (start?.status === 'ERROR')
    throw new AppError('conflict', `The conversation did not start. ${start.detail ?? 'Start it again.'}`);
  requireUsable(homeOf(home));
  return { conversation, start };
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

/** Whether the start is still in progress, by a new read. A start delivers the waiting messages at its end. */
export async function isUnderWay(start: StartTask | undefined, { startTasks }: Pick<QueueDeps, 'startTasks'>) {
  const found = start && (await startTasks.find(start.owner_id, start.start_task_id));
  return found !== undefined && !isOver(found);
}
