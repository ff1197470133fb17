import { conversationId, noWaitOption, onLimitOption } from '../../arguments/options.ts';
import { verb } from '../../command.ts';
import { resume } from '../sandboxes/pause-resume.ts';
import { sandboxOf } from './conversation.ts';

export const resumeConversation = verb({
  command: 'resume <id>',
  describe: 'Resume the sandbox of a conversation',
  positionals: conversationId,
  options: { ...noWaitOption, ...onLimitOption },
  examples: [['conversations resume 0193c0ffee', 'Wait until its agent answers']],
  run: async ({ id, 'no-wait': noWait, 'pause-oldest': pausesOldest }, { out, client: open }) => {
    const client = await open();
    await resume(client, await sandboxOf(client, id), { out, isAwaited: !noWait, pausesOldest });
  },
});
