import { answerOf } from '../../../../shared/client/answer-of.ts';
import { verb } from '../../command.ts';
import { styleOf } from '../../output/statuses.ts';
import { stateOf } from './endpoint.ts';

export const listWebhooks = verb({
  command: 'list',
  aliases: ['ls'],
  describe: 'List webhook endpoints',
  examples: [['webhooks list', 'Addresses, events and state']],
  run: async (_, { out, client }) => {
    const { api } = await client();
    const { items } = await answerOf(api.GET('/api/v1/webhook-endpoints'));
    out.list(items, 'No webhook endpoints found. Create one: acs webhooks create https://…', () =>
      out.table(items, [
        { title: 'id', of: ({ id }) => id },
        { title: 'address', of: ({ url }) => url, shrinks: true },
        { title: 'events', of: ({ events }) => events.join(' '), shrinks: true },
        { title: 'state', of: stateOf, paint: (text) => out.paint(styleOf(text), text) },
        { title: 'since', of: (row) => out.time(row.disabled_at ?? row.failing_since ?? row.created_at) },
      ]),
    );
  },
});
