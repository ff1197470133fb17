import { answerOf } from '../../../../shared/client/answer-of.ts';
import { yesOption } from '../../arguments/options.ts';
import { verb } from '../../command.ts';
import { oneLine } from '../../output/plain.ts';
import { confirmUnless } from '../../session/prompts.ts';
import { endpointId } from './endpoint.ts';

export const deleteWebhook = verb({
  command: 'delete <id>',
  aliases: ['rm'],
  describe: 'Delete a webhook endpoint and its messages',
  positionals: endpointId,
  options: yesOption,
  examples: [['webhooks delete whe_1 --yes', 'Without confirmation']],
  run: async ({ id, yes }, { out, client }) => {
    const { api } = await client();
    const params = { path: { endpoint_id: id } };
    const { url } = await answerOf(api.GET('/api/v1/webhook-endpoints/{endpoint_id}', { params }));
    await confirmUnless(yes, `This deletes the endpoint ${oneLine(url)} and its messages.`);
    await answerOf(api.DELETE('/api/v1/webhook-endpoints/{endpoint_id}', { params }));
    out.show({ id, deleted: true }, () => `Deleted the endpoint ${id}.`);
  },
});
