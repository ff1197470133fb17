import { conversationId } from '../../arguments/options.ts';
import { verb } from '../../command.ts';
import { Failure } from '../../output/failure.ts';
import { oneLine } from '../../output/plain.ts';
import { browserOption, openInBrowser } from '../../session/browser.ts';
import { serviceFetch } from '../../session/service-fetch.ts';
import { conversationOf } from './conversation.ts';

export const openConversation = verb({
  command: 'open <id>',
  describe: 'Print the URL of a conversation in the console',
  positionals: conversationId,
  options: browserOption,
  examples: [['conversations open 0193c0ffee --browser', 'Open it in the browser']],
  run: async ({ id, browser }, { out, session }) => {
    const { address, client } = await session();
    // The console would show an error page for an unknown ID.
    await conversationOf(client, id);
    const url = await pageOf(address, `/conversations/${encodeURIComponent(id)}`);
    out.show({ id, url }, () => url);
    if (browser) await openInBrowser(url);
  },
});

/**
 * The page that the service redirects a browser to.
 *
 * @param path with its leading slash
 * @throws Failure when there is no redirect: the service has no console
 */
async function pageOf(address: string, path: string): Promise<string> {
  const response = await serviceFetch(address, () => undefined)(`${address}${path}`, {
    headers: { Accept: 'text/html' },
    redirect: 'manual',
  });
  await response.body?.cancel();
  const location = response.headers.get('location');
  const url = location === null ? null : URL.parse(location, address);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Failure(`${address} has no console (status ${response.status}).`);
  return oneLine(url.href);
}
