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
  describe: 'Send a message to the agent',
  positionals: {
    ...conversationId,
    message: { type: 'string', demandOption: true, describe: 'The message; - reads stdin' },
  },
  options: {
    follow: {
      type: 'boolean',
      alias: 'f',
      describe: 'Show events until the agent has answered',
    },
  },
  examples: [
    ['conversations send 0193c0ffee "And now the docs" --follow', 'Show the answer'],
    ['conversations send 0193c0ffee - < notes.md', 'Read the message from a file'],
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
    if (!sent.success) throw new Failure(sent.message, `Resume it: acs conversations resume ${id}`);
    if (follow)
      await showAnswer(client, id, out, before === undefined ? undefined : new Date(timeOf(before).getTime() + 1));
    else out.show(sent, () => sent.message);
  },
});
