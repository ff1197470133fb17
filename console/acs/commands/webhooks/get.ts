import { answerOf } from '../../../../shared/client/answer-of.ts';
import { verb } from '../../command.ts';
import { endpointId, factsOf } from './endpoint.ts';

export const getWebhook = verb({
  command: 'get <id>',
  aliases: ['show', 'view'],
  describe: 'Show a webhook endpoint',
  positionals: endpointId,
  examples: [['webhooks get whe_1', 'Its events, and why it is disabled']],
  run: async ({ id }, { out, client }) => {
    const { api } = await client();
    const params = { path: { endpoint_id: id } };
    const found = await answerOf(api.GET('/api/v1/webhook-endpoints/{endpoint_id}', { params }));
    out.show(found, () => factsOf(found, out));
  },
});
