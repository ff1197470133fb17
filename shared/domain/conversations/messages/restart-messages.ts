import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { SendMessageRequest } from '../../../contract/shapes/start-request.ts';
import { timestamp } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { generationName } from '../../sandboxes/record/identity.ts';
import { essence } from '../agent/message-content.ts';
import type { Conversation } from '../record/conversation.ts';
import type { RestartMessages, RestartOrder } from '../start/create/start-order.ts';
import { isOver, type StartTask } from '../start/task/start-task.ts';
import type { StartTaskStore } from '../start/task/start-task-store.ts';
import { type NewPendingMessage, newPendingMessage, type PendingMessages } from './pending-messages.ts';

type Message = z.output<typeof SendMessageRequest>;

export interface RestartDeps {
  readonly startTasks: Pick<StartTaskStore, 'find'>;
  readonly messages: Pick<PendingMessages, 'parts'>;
}

/**
 * An agent takes a first message only with a new conversation. So the message of another start is queued, after that of
 * a start that failed before. A repetition of the latest start adds no second copy.
 *
 * @throws QueueFullError; AppError `conflict` while another start brings another message, which this one could overtake
 */
export async function restartMessages(
  { existing, message, sandbox: { sandbox_id, generation }, now }: RestartOrder,
  deps: RestartDeps,
): Promise<RestartMessages> {
  const { owner_id: ownerId, conversation_id: id } = existing;
  const previous = await latestStart(existing, deps);
  const asked = userMessage(message);
  const before = previous && lastDigest(previous);
  if (asked && before === digestOf(asked)) {
    const isUnderWay = previous !== undefined && !isOver(previous) && previous.sandbox_id === sandbox_id;
    const { is_message_queued } = previous ?? {};
    return {
      fields: { message_digest: before, is_message_queued, creating: isUnderWay ? generation : null },
      parts: [],
    };
  }
  if (asked && previous && !isOver(previous) && firstMessage(previous) && !previous.is_message_queued)
    throw new AppError('conflict', `Conversation ${id} is starting with another message. ${QUEUE}`);
  const queued = [...unsent(previous, existing, now), ...(asked ? [newPendingMessage(asked.content, now)] : [])];
  const fields = { message_digest: asked ? digestOf(asked) : before, is_message_queued: true };
  return { fields, parts: queued.length === 0 ? [] : await deps.messages.parts(ownerId, id, queued) };
}

/** Whether the latest start of a conversation came with the same message. */
export async function isRepeated(
  { existing, message }: Pick<RestartOrder, 'existing' | 'message'>,
  deps: Pick<RestartDeps, 'startTasks'>,
): Promise<boolean> {
  const previous = message && (await latestStart(existing, deps));
  return !!previous && lastDigest(previous) === digestOf(message);
}

async function latestStart(
  { owner_id: ownerId, start_task_id: id }: Conversation,
  { startTasks }: Pick<RestartDeps, 'startTasks'>,
): Promise<StartTask | undefined> {
  return id ? startTasks.find(ownerId, id) : undefined;
}

const QUEUE = 'Queue yours with POST /api/v1/conversations/{conversation_id}/pending-messages.';

/** The first message of a start that failed, of which its agent may have got the request. */
function unsent(previous: StartTask | undefined, existing: Conversation, now: Date): readonly NewPendingMessage[] {
  if (previous?.status !== 'ERROR' || previous.is_message_queued) return [];
  const message = firstMessage(previous);
  if (!message) return [];
  const { sandbox_id, creating, updated_at: sent_at } = previous;
  const fresh = { ...newPendingMessage(message.content, now), position: 0 as const };
  if (typeof creating !== 'number') return [fresh];
  const sent_to = generationName({ sandbox_id, created_at: existing.sandbox_created_at, generation: creating });
  return [{ ...fresh, sent_at, sent_to, attempts: 1 }];
}

function firstMessage({ request, replay_json }: StartTask): Message | null {
  const { data } = SendMessageRequest.safeParse(request.initial_message);
  return replay_json === null ? userMessage(data ?? null) : null;
}

function userMessage(message: Message | null): Message | null {
  return message?.role === 'user' ? message : null;
}

/** Identifies the last message that came with a start. */
function lastDigest(previous: StartTask): string | undefined {
  const first = firstMessage(previous);
  return previous.message_digest ?? (first ? digestOf(first) : undefined);
}

function digestOf({ content }: Message): string {
  return createHash('sha256').update(essence(content)).digest('hex');
}

/** Keeps the first message of a start, which its agent may have or still get, until it is found there. Idempotent. */
export async function keepFirstMessage(
  task: StartTask,
  {
    sandbox_id,
    created_at,
    generation,
  }: { readonly sandbox_id: string; readonly created_at: string; readonly generation: number },
  now: Date,
  messages: Pick<PendingMessages, 'add' | 'list'>,
): Promise<void> {
  const { owner_id: ownerId, conversation_id: id, start_task_id: message_id } = task;
  const message = firstMessage(task);
  const pending = await messages.list(ownerId, id);
  if (!message || pending.some((one) => one.message_id === message_id)) return;
  const sent = {
    position: 0 as const,
    sent_at: timestamp(now),
    sent_to: generationName({ sandbox_id, created_at, generation }),
    attempts: 1,
  };
  await messages.add(ownerId, id, { ...newPendingMessage(message.content, now), message_id, ...sent });
}
