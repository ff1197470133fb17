import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { StartOptions } from '../../../../shared/client/service-client.ts';
import { conversationId, noWaitOption, onLimitOf, onLimitOption } from '../../arguments/options.ts';
import { resourcesOf, sizeOption } from '../../arguments/size.ts';
import { verb } from '../../command.ts';
import { capacityOption } from '../sandbox.ts';
import { awaited, showBegun, showStarted } from './start.ts';

export const forkConversation = verb({
  command: 'fork <id>',
  describe: 'Start a conversation with the history and a copy of the files of another one',
  positionals: conversationId,
  options: {
    event: { type: 'string', requiresArg: true, describe: 'ID of the last event that the fork has (default: all)' },
    title: { type: 'string', requiresArg: true, describe: 'Title (default: that of the other one, and "(fork)")' },
    ...sizeOption,
    ...capacityOption,
    ...noWaitOption,
    ...onLimitOption,
  },
  examples: [
    ['conversations fork 0193c0ffee', 'Go on from here in another sandbox, and leave this one as it is'],
    ['conversations fork 0193c0ffee --event 4f1c9a52-0d4b-4d53-9f0f-2d1c6f1f0c11', 'Go on from an earlier event'],
  ],
  run: async (args, context) => {
    const { id, event: event_id, title, capacity } = args;
    const body = { event_id, title, resources: resourcesOf(args), capacity };
    const client = await context.client();
    const onLimit = onLimitOf(args);
    if (args['no-wait']) {
      const params = { path: { conversation_id: id }, query: { on_limit: onLimit } };
      const forked = client.api.POST('/api/v1/app-conversations/{conversation_id}/fork', { params, body });
      return showBegun(await answerOf(forked), context.out);
    }
    const fork = (onStatus: StartOptions['onStatus']) =>
      client.forkConversation(id, body, { onLimit, ...(onStatus ? { onStatus } : {}) });
    showStarted(await awaited(fork, context), context.out);
  },
});
