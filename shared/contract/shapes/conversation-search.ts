import * as z from 'zod';
import { AppConversation, conversationFilters } from './app-conversation.ts';
import { ConversationState, ExecutionStatus, SandboxStatus } from './enums.ts';
import { page, partOfId, Timestamp } from './fields.ts';
import { line } from './text.ts';

const SHORTEST_TEXT = 2;

/** Filters that compare more than columns of the table, so that counts do not have them. */
export const searchFilters = {
  ...conversationFilters,
  id__contains: partOfId,
  status__eq: ConversationState.optional(),
  sandbox_status__eq: SandboxStatus.optional(),
  execution_status__eq: ExecutionStatus.optional().meta({
    description:
      'The status that the agent last reported. A conversation whose running agent reports another status now is left out.',
  }),
  text__contains: line(200).trim().min(SHORTEST_TEXT).optional().meta({
    description:
      'Only conversations with this text in a message, a command or an output of their events, in upper or lower case. Events are read for it: see `searched` in the response.',
  }),
};

/** A page of a search. */
export const ConversationPage = page(AppConversation).extend({
  searched: z
    .object({
      events: z.int().meta({ description: 'How many events this request examined. 0 without `text__contains`.' }),
      created_after: Timestamp.nullable().meta({
        description:
          'This request and the pages before it examined every conversation that was created after this time. Null: all of them.',
      }),
    })
    .optional()
    .meta({
      description:
        'How far this request looked. Only with `id__contains`, `status__eq`, `sandbox_status__eq`, `execution_status__eq` or `text__contains`.',
    }),
});
