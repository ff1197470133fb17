import { answerOf } from '../../../../shared/client/answer-of.ts';
import { durationOf } from '../../arguments/moment.ts';
import { verb } from '../../command.ts';
import { endpointId, showSecret } from './endpoint.ts';

/** A day, as the service has it. */
const DEFAULT_OVERLAP = '1d';

export const rotateWebhookSecret = verb({
  command: 'rotate-secret <id>',
  describe: 'Replace the signing secret with a new one, which is shown once',
  positionals: endpointId,
  options: {
    overlap: {
      type: 'string',
      default: DEFAULT_OVERLAP,
      requiresArg: true,
      describe: 'How long the old secret signs too',
    },
  },
  examples: [['webhooks rotate-secret whe_1 --overlap 2h > secret.txt', 'Save the new secret']],
  run: async ({ id, overlap }, { out, client }) => {
    const { api } = await client();
    const params = { path: { endpoint_id: id } };
    const body = { overlap_seconds: durationOf('overlap', overlap) };
    showSecret(
      await answerOf(api.POST('/api/v1/webhook-endpoints/{endpoint_id}/rotate-secret', { params, body })),
      out,
    );
  },
});
