import { answerOf } from '../../../../shared/client/answer-of.ts';
import { conversationId } from '../../arguments/options.ts';
import { verb } from '../../command.ts';
import { oneLine } from '../../output/plain.ts';
import { withoutSessionKey } from './conversation.ts';

export const renameConversation = verb({
  command: 'rename <id> <title>',
  describe: 'Change the title of a conversation',
  positionals: { ...conversationId, title: { type: 'string', demandOption: true, describe: 'New title' } },
  examples: [['conversations rename 0193c0ffee "Flaky login test"', 'The agent does not change it any more']],
  run: async ({ id, title }, { out, client }) => {
    const { api } = await client();
    const params = { path: { conversation_id: id } };
    const body = { title };
    const changed = await answerOf(api.PATCH('/api/v1/app-conversations/{conversation_id}', { params, body }));
    out.show(withoutSessionKey(changed), () => `The title of ${id} is "${oneLine(changed.title ?? '')}".`);
  },
});
