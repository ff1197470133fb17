import { answerOf } from '../../../../shared/client/answer-of.ts';
import { verb } from '../../command.ts';
import { endpointId, messageId } from './endpoint.ts';

export const redeliver = verb({
  command: 'redeliver <id> <message>',
  aliases: ['resend'],
  describe: 'Send a message again',
  positionals: { ...endpointId, ...messageId },
  examples: [['webhooks redeliver whe_1 msg_1', 'It keeps its id, so that receivers can recognise it']],
  run: async ({ id, message }, { out, client }) => {
    const { api } = await client();
    const params = { path: { endpoint_id: id, message_id: message } };
    const path = '/api/v1/webhook-endpoints/{endpoint_id}/messages/{message_id}/redeliver';
    const sent = await answerOf(api.POST(path, { params }));
    out.show(sent, () => `Message ${sent.id} is on its way again. See: acs webhooks messages ${id} ${sent.id}`);
  },
});
