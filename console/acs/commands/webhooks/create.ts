import { answerOf } from '../../../../shared/client/answer-of.ts';
import { type EventFilter, eventFilters } from '../../arguments/choices.ts';
import { verb } from '../../command.ts';
import { showSecret } from './endpoint.ts';

export const createWebhook = verb({
  command: 'create <address>',
  aliases: ['new'],
  describe: 'Have events sent to an https address; the secret of its signatures is shown once',
  positionals: { address: { type: 'string', demandOption: true, describe: 'Where to, by https' } },
  options: {
    events: {
      type: 'string',
      array: true,
      choices: eventFilters,
      default: ['*'] as EventFilter[],
      requiresArg: true,
      describe: 'Which events; all of a noun: sandbox.*',
    },
    description: { type: 'string', requiresArg: true, describe: 'What it is for' },
  },
  examples: [
    ['webhooks create https://hooks.example.com/agents --events "sandbox.*" > secret.txt', 'Keeps the secret'],
  ],
  run: async ({ address: url, events, description }, { out, client }) => {
    const body = { url, events, enabled: true, description: description ?? null };
    const { api } = await client();
    showSecret(await answerOf(api.POST('/api/v1/webhook-endpoints', { body })), out);
  },
});
