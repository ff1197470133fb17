import { StartRequest } from '../../../contract/shapes/start-request.ts';
import { apiStatus, isGone } from '../../sandboxes/record/status.ts';
import type { MessageContent } from '../agent/message-content.ts';
import { startError } from '../record/conversation.ts';
import { type ConversationHome, homeOf } from '../record/conversation-homes.ts';
import type { StartTask } from '../start/task/start-task.ts';
import { type PendingMessage, stateOf } from './pending-messages.ts';

interface Undelivered {
  readonly id: string;
  readonly state: 'queued' | 'handed_over' | 'not_delivered';
  readonly text: string;
  readonly images: number;
  readonly created_at: string;
  readonly sent_at: string | null;
  readonly detail: string | null;
}

/** The messages that an agent does not have, in their order: first that of its start, unless the start is READY. */
export function undelivered(
  home: ConversationHome,
  start: StartTask | undefined,
  pending: readonly PendingMessage[],
): readonly Undelivered[] {
  const waits = whatFor(home);
  const rows = pending.map((message): Undelivered => {
    const { message_id: id, content, created_at, sent_at, failed } = message;
    const state = stateOf(message);
    const known = { id, ...shown(content), created_at, sent_at };
    if (state === 'not_delivered') return { ...known, state, detail: failed };
    if (state === 'handed_over') return { ...known, state, detail: waits?.detail ?? BUSY };
    return { ...known, state: waits?.isOver ? 'not_delivered' : 'queued', detail: waits?.detail ?? null };
  });
  return [...firstMessage(start), ...rows];
}

const BUSY = 'The agent has not confirmed the message yet. It does when its tool has ended.';

interface Obstacle {
  readonly detail: string;
  /** Whether no message can be delivered any more. */
  readonly isOver?: boolean;
}

/** What keeps messages from an agent. */
function whatFor(home: ConversationHome): Obstacle | undefined {
  const sandbox = homeOf(home);
  const failure = startError(home.conversation, home.conversation.execution_status);
  if (failure !== null) return { detail: `The conversation did not start. ${failure}`, isOver: true };
  if (isGone(sandbox)) return GONE;
  switch (apiStatus(sandbox)) {
    case 'RUNNING':
      return undefined;
    case 'STARTING':
      return { detail: 'The sandbox is starting.' };
    case 'PAUSED':
      return { detail: 'The sandbox is paused. Resume it to deliver the message.' };
    case 'ERROR':
      return { detail: 'The sandbox has failed. Resume it to deliver the message.' };
    case 'MISSING':
      return GONE;
  }
}

const GONE: Obstacle = { detail: 'The sandbox is gone. Start the conversation again to deliver it.', isOver: true };

function firstMessage(start: StartTask | undefined): readonly Undelivered[] {
  if (!start || start.status === 'READY' || start.replay_json !== null || start.is_message_queued) return [];
  const { initial_message: message } = StartRequest.parse(start.request);
  if (message?.role !== 'user') return [];
  // A start that a pause ended goes on after the resume.
  const isOver = start.status === 'ERROR' && !start.is_paused;
  const failure = `The conversation did not start. ${start.detail ?? ''}`.trim();
  const detail = isOver ? failure : (start.detail ?? 'The conversation is starting.');
  const { start_task_id: id, created_at } = start;
  const state = isOver ? 'not_delivered' : 'queued';
  return [{ id, state, ...shown(message.content), created_at, sent_at: null, detail }];
}

function shown(content: MessageContent): Pick<Undelivered, 'text' | 'images'> {
  return {
    text: content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'),
    images: content.reduce((count, part) => count + (part.type === 'image' ? part.image_urls.length : 0), 0),
  };
}
