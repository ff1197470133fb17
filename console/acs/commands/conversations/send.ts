import { answerOf } from '../../../../shared/client/answer-of.ts';
import { textOf } from '../../arguments/message.ts';
import { conversationId } from '../../arguments/options.ts';
import { verb } from '../../command.ts';
import { showAnswer } from '../../follow/answer.ts';
import { lastEvent } from '../../follow/history.ts';
import { timeOf } from '../../follow/kept-event.ts';
import { Failure } from '../../output/failure.ts';

export const sendToConversation = verb({
  command: 'send <id> <message>',
  aliases: ['say'],
  describe: 'Say something to the agent of a running conversation',
  positionals: {
    ...conversationId,
    message: { type: 'string', demandOption: true, describe: 'What to say; - reads it from stdin' },
  },
  options: {
    follow: {
      type: 'boolean',
      alias: 'f',
      describe: 'Show what the agent does, until it has answered',
    },
  },
  examples: [
    ['conversations send 0193c0ffee "And now the docs" --follow', 'Shows the answer'],
    ['conversations send 0193c0ffee - < notes.md', 'Reads the message from a file'],
  ],
  run: async ({ id, message, follow }, { out, client: open }) => {
    const client = await open();
    const text = (await textOf(message)) ?? '';
    const before = follow ? await lastEvent(client, id) : undefined;
    const sent = await answerOf(
      client.api.POST('/api/v1/app-conversations/{conversation_id}/send-message', {
        params: { path: { conversation_id: id } },
        body: { content: [{ type: 'text', text }] },
      }),
    );
    if (!sent.success) throw new Failure(sent.message, `Wake it: acs conversations resume ${id}`);
    if (follow)
      await showAnswer(client, id, out, before === undefined ? undefined : new Date(timeOf(before).getTime() + 1));
    else out.show(sent, () => sent.message);
  },
});
