import { answerOf } from '../../../../shared/client/answer-of.ts';
import { type EventFilter, eventFilters } from '../../arguments/choices.ts';
import { verb } from '../../command.ts';
import { showSecret } from './endpoint.ts';

export const createWebhook = verb({
  command: 'create <address>',
  aliases: ['new'],
  describe: 'Create a webhook endpoint; its signing secret is shown once',
  positionals: { address: { type: 'string', demandOption: true, describe: 'https address to send to' } },
  options: {
    events: {
      type: 'string',
      array: true,
      choices: eventFilters,
      default: ['*'] as EventFilter[],
      requiresArg: true,
      describe: 'Events to send, such as sandbox.* or key.created',
    },
    description: { type: 'string', requiresArg: true, describe: 'Description' },
  },
  examples: [
    ['webhooks create https://hooks.example.com/agents --events "sandbox.*" > secret.txt', 'Save the signing secret'],
  ],
  run: async ({ address: url, events, description }, { out, client }) => {
    const body = { url, events, enabled: true, description: description ?? null };
    const { api } = await client();
    showSecret(await answerOf(api.POST('/api/v1/webhook-endpoints', { body })), out);
  },
});
