import { answerOf } from '../../../../shared/client/answer-of.ts';
import { eventFilters } from '../../arguments/choices.ts';
import { verb } from '../../command.ts';
import { wrongUsage } from '../../output/failure.ts';
import { endpointId, factsOf } from './endpoint.ts';

export const updateWebhook = verb({
  command: 'update <id>',
  aliases: ['edit'],
  describe: 'Change a webhook endpoint',
  positionals: endpointId,
  options: {
    address: { type: 'string', requiresArg: true, describe: 'New https address' },
    events: { type: 'string', array: true, choices: eventFilters, requiresArg: true, describe: 'Events to send' },
    description: { type: 'string', requiresArg: true, describe: 'Description' },
    enable: { type: 'boolean', describe: 'Send events again' },
    disable: { type: 'boolean', describe: 'Stop sending events' },
  },
  examples: [['webhooks update whe_1 --enable', 'After failures disabled it']],
  run: async ({ id, address, events, description, enable, disable }, { out, client }) => {
    if (enable && disable) throw wrongUsage('--enable and --disable cannot be combined.');
    const body = {
      ...(address === undefined ? {} : { url: address }),
      ...(events === undefined ? {} : { events }),
      ...(description === undefined ? {} : { description }),
      ...(enable || disable ? { enabled: enable === true } : {}),
    };
    if (Object.keys(body).length === 0) throw wrongUsage('Nothing to change.', 'See: acs webhooks update --help');
    const { api } = await client();
    const params = { path: { endpoint_id: id } };
    const changed = await answerOf(api.PATCH('/api/v1/webhook-endpoints/{endpoint_id}', { params, body }));
    out.show(changed, () => factsOf(changed, out));
  },
});
