import { isFor } from '../../../../contract/endpoint/audience.ts';
import type { Matching } from '../../../../platform/paging.ts';
import { isOfConversation } from '../../../accounts/privacy/reused-ids.ts';
import type { ConversationStore } from '../../record/conversation-store.ts';
import type { StartTask } from './start-task.ts';

/** A person sees a start task like its conversation; once that is gone, as it was at the start. */
export function visibleStartTasks(
  ownerId: string,
  visibleTo: string | undefined,
  conversations: Pick<ConversationStore, 'findMany'>,
): Matching<StartTask> | undefined {
  if (visibleTo === undefined) return undefined;
  return async (tasks) => {
    const found = await conversations.findMany(ownerId, [...new Set(tasks.map(({ conversation_id: id }) => id))]);
    const byId = new Map(found.map((conversation) => [conversation.conversation_id, conversation]));
    const sourceOf = (task: StartTask) => {
      const conversation = byId.get(task.conversation_id);
      return conversation && isOfConversation(task, conversation) ? conversation : task;
    };
    return new Set(tasks.filter((task) => isFor(visibleTo, sourceOf(task))));
  };
}
