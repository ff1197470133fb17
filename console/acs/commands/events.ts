import { conversationId, momentOf } from '../arguments/options.ts';
import { verb } from '../command.ts';
import { eventLine, isBookkeeping } from '../follow/event-line.ts';
import { follow as followed } from '../follow/follow.ts';
import { history } from '../follow/history.ts';
import { json } from '../output/plain.ts';
import { serviceClock } from '../service-clock.ts';
import { conversationOf } from './conversations/conversation.ts';

export const events = verb({
  command: 'events <conversation>',
  aliases: ['event', 'logs'],
  describe: 'Show the events of a conversation',
  positionals: { conversation: conversationId.id },
  options: {
    follow: { type: 'boolean', alias: 'f', describe: 'Keep showing new events until Ctrl-C' },
    since: { type: 'string', requiresArg: true, describe: 'Events since a time: 10m, 2027-01-31T12:00Z' },
    kind: { type: 'string', requiresArg: true, describe: 'Only events of this kind, such as MessageEvent' },
  },
  examples: [
    ['events 0193c0ffee --follow', 'The history, then new events'],
    ['events 0193c0ffee --kind MessageEvent --json | jq .llm_message', 'Messages, as JSON lines'],
  ],
  run: async ({ conversation: id, follow, since: from, kind }, { out, client: open }) => {
    const client = await open();
    // An unknown conversation would look like one without events.
    await conversationOf(client, id);
    const since = from === undefined ? undefined : momentOf('since', from, serviceClock.now());
    const say = (text: string) => out.say(text);
    const shown = follow ? followed(client, id, { kind, since, say }) : history(client, id, { kind, since });
    for await (const event of shown) {
      // --kind also shows bookkeeping events.
      if (!out.json && kind === undefined && isBookkeeping(event)) continue;
      const line = out.json ? json(event) : eventLine(event, out, out.columns);
      process.stdout.write(`${line}\n`);
    }
  },
});
