import { VersionConflictError } from '../../../platform/errors/errors.ts';
import { log } from '../../../platform/log.ts';
import type { Conversation } from './conversation.ts';
import type { ConversationReports } from './conversation-reports.ts';
import { followed, type StateReport } from './conversation-state.ts';

/**
 * Stores the titles that agents reported when they were asked for something else. A failure changes nothing: the next
 * reader asks again.
 *
 * @returns the conversations as they are now, in the same order
 */
export function keepTitles(
  conversations: readonly Conversation[],
  titles: ReadonlyMap<string, StateReport>,
  reports: ConversationReports,
): Promise<readonly Conversation[]> {
  return Promise.all(
    conversations.map((row) => {
      const report = titles.get(row.conversation_id);
      return report ? titled(row, report, reports) : row;
    }),
  );
}

/** A title that is stored already is not written again for its later time. */
async function titled(row: Conversation, report: StateReport, reports: ConversationReports): Promise<Conversation> {
  const change = followed(row, [report]);
  if (change.title === undefined || change.title === row.title) return row;
  try {
    await reports.follow(row, change);
    return { ...row, ...change };
  } catch (error) {
    const { owner_id, conversation_id } = row;
    if (!(error instanceof VersionConflictError))
      log.warn('title of an agent was not stored', { owner_id, conversation_id, error });
    return row;
  }
}
