import { conversationId, noWaitOption, onLimitOption } from '../../arguments/options.ts';
import { verb } from '../../command.ts';
import { resume } from '../sandboxes/pause-resume.ts';
import { sandboxOf } from './conversation.ts';

export const resumeConversation = verb({
  command: 'resume <id>',
  describe: 'Let the sandbox of a conversation run again',
  positionals: conversationId,
  options: { ...noWaitOption, ...onLimitOption },
  examples: [['conversations resume 0193c0ffee', 'Waits until its agent can be talked to']],
  run: async ({ id, 'no-wait': noWait, 'pause-oldest': pausesOldest }, { out, client: open }) => {
    const client = await open();
    await resume(client, await sandboxOf(client, id), { out, isAwaited: !noWait, pausesOldest });
  },
});
