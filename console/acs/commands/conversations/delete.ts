import { answerOf } from '../../../../shared/client/answer-of.ts';
import { conversationId, yesOption } from '../../arguments/options.ts';
import { verb } from '../../command.ts';
import { oneLine } from '../../output/plain.ts';
import { confirmUnless } from '../../session/prompts.ts';
import { conversationOf } from './conversation.ts';

export const deleteConversation = verb({
  command: 'delete <id>',
  aliases: ['rm'],
  describe: 'Delete a conversation; also its sandbox, if no other conversation uses it',
  positionals: conversationId,
  options: yesOption,
  examples: [['conversations delete 0193c0ffee --yes', 'Without confirmation']],
  run: async ({ id, yes }, { out, client }) => {
    const service = await client();
    const { title } = await conversationOf(service, id);
    const name = title === null ? id : `${id} ("${oneLine(title)}")`;
    await confirmUnless(yes, `This deletes the conversation ${name} with its history and files.`);
    const path = { conversation_id: id };
    await answerOf(service.api.DELETE('/api/v1/app-conversations/{conversation_id}', { params: { path } }));
    out.show({ id, deleted: true }, () => `Deleted the conversation ${name}.`);
  },
});
