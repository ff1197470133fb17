import { answerOf } from '../../../../shared/client/answer-of.ts';
import { verb } from '../../command.ts';
import { endpointId } from './endpoint.ts';

export const pingWebhook = verb({
  command: 'ping <id>',
  aliases: ['test'],
  describe: 'Send a test message',
  positionals: endpointId,
  examples: [['webhooks ping whe_1', 'See the result: acs webhooks messages whe_1']],
  run: async ({ id }, { out, client }) => {
    const { api } = await client();
    const params = { path: { endpoint_id: id } };
    const sent = await answerOf(api.POST('/api/v1/webhook-endpoints/{endpoint_id}/ping', { params }));
    out.show(sent, () => `Message ${sent.id} is on its way. See: acs webhooks messages ${id} ${sent.id}`);
  },
});
