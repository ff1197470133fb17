import { answerOf } from '../../../../shared/client/answer-of.ts';
import { durationOf } from '../../arguments/moment.ts';
import { verb } from '../../command.ts';
import { showNewKey } from './new-key.ts';

export const rotateKey = verb({
  command: 'rotate <id>',
  describe: 'Replace a key with a new one, which is shown once',
  positionals: { id: { type: 'string', demandOption: true, describe: 'Id of the old key' } },
  options: {
    overlap: {
      type: 'string',
      requiresArg: true,
      describe: 'How long the old key keeps working (default: 1d)',
    },
  },
  examples: [['keys rotate 4fK2 --overlap 2h > key.txt', 'The old key works for two more hours']],
  run: async ({ id, overlap }, { out, client }) => {
    const body = overlap === undefined ? {} : { overlap_seconds: durationOf('overlap', overlap) };
    const { api } = await client();
    const made = await answerOf(api.POST('/api/keys/{key_id}/rotate', { params: { path: { key_id: id } }, body }));
    showNewKey(made, out, `The old key ${id} expires ${out.bothTimes(made.previous.expires_at) ?? 'never'}.`);
  },
});
