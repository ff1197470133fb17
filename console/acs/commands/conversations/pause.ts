import { conversationId, noWaitOption } from '../../arguments/options.ts';
import { verb } from '../../command.ts';
import { pause } from '../sandboxes/pause-resume.ts';
import { sandboxOf } from './conversation.ts';

export const pauseConversation = verb({
  command: 'pause <id>',
  aliases: ['stop'],
  describe: 'Pause the sandbox of a conversation; files and history are kept',
  positionals: conversationId,
  options: noWaitOption,
  examples: [['conversations pause 0193c0ffee', 'Pauses every conversation in the same sandbox']],
  run: async ({ id, 'no-wait': noWait }, { out, client: open }) => {
    const client = await open();
    await pause(client, await sandboxOf(client, id), { out, isAwaited: !noWait });
  },
});
