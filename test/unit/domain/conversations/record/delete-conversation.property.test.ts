import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Conversation } from '../../../../../shared/domain/conversations/record/conversation.ts';
import {
  deleteBelow,
  deleteConversation,
} from '../../../../../shared/domain/conversations/record/delete-conversation.ts';
import { VersionConflictError } from '../../../../../shared/platform/errors.ts';
import { aConversation } from '../../../../support/conversations/record/conversation-data.ts';
import { serviceDeps } from '../../../../support/service-deps.ts';

/** What happens to the next write of a deletion. */
const outcome = fc.constantFrom('written', 'written', 'lost', 'crashed', 'crashed-after');

/** Each number is the place of the parent of the next conversation; the first has none. */
const trees = fc
  .array(fc.nat(), { maxLength: 25 })
  .map((choices) => choices.map((choice, index) => choice % (index + 1)));

it('a deletion ends, whatever is lost or crashes, with the whole family gone and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(trees, fc.array(outcome, { maxLength: 40 }), async (parents, outcomes) => {
      const deps = serviceDeps();
      const childrenOf = (of: number) => parents.flatMap((parent, index) => (parent === of ? [`c${index + 1}`] : []));
      for (let place = 0; place <= parents.length; place += 1) {
        const parent = parents[place - 1];
        const parent_conversation_id = parent === undefined ? null : `c${parent}`;
        const sub_conversation_ids = childrenOf(place);
        deps.conversations.put(
          aConversation({ conversation_id: `c${place}`, parent_conversation_id, sub_conversation_ids }),
        );
      }
      deps.conversations.put(aConversation({ conversation_id: 'other' }));
      const stream: Conversation[] = [];
      const left = [...outcomes];
      const { write } = deps.deletions;
      deps.deletions.write = async (deletion) => {
        const next = left.shift() ?? 'written';
        if (next === 'lost') throw new VersionConflictError('conversation', deletion.conversation.conversation_id);
        if (next === 'crashed') throw new Error('the function was ended');
        await write.call(deps.deletions, deletion);
        stream.push(deletion.conversation);
        if (next === 'crashed-after') throw new Error('the function was ended');
      };
      const attempt = () => deleteConversation('ann', 'c0', deps).catch(() => true);

      // The caller repeats the request until the conversation is gone, while workers follow the stream.
      while (await attempt());
      for (let record = stream.shift(); record; record = stream.shift())
        while (!(await deleteBelow({ ...record, deleted_before: null }, () => true, deps)));

      expect([...deps.conversations.rows.values()].map((row) => row.conversation_id)).toEqual(['other']);
    }),
  );
});
