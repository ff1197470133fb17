import { conversationId } from '../../arguments/options.ts';
import { verb } from '../../command.ts';
import { openInBrowser } from '../../session/browser.ts';
import { pageOf } from '../../session/page-of.ts';
import { conversationOf } from './conversation.ts';

export const openConversation = verb({
  command: 'open <id>',
  describe: 'Print the console address of a conversation',
  positionals: conversationId,
  options: { browser: { type: 'boolean', alias: 'b', describe: 'Open it in the browser' } },
  examples: [['conversations open 0193c0ffee --browser', 'Open it in the browser']],
  run: async ({ id, browser }, { out, session }) => {
    const { address, client } = await session();
    // The console would show an error for one that is not there: say so here.
    await conversationOf(client, id);
    const url = await pageOf(address, `/conversations/${encodeURIComponent(id)}`);
    out.show({ id, url }, () => url);
    if (browser) await openInBrowser(url);
  },
});
