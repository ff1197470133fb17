import { answerOf } from '../../../../shared/client/answer-of.ts';
import { yesOption } from '../../arguments/options.ts';
import { verb } from '../../command.ts';
import { oneLine } from '../../output/plain.ts';
import { confirmUnless } from '../../session/prompts.ts';

export const revokeKey = verb({
  command: 'revoke <id>',
  aliases: ['delete', 'rm'],
  describe: 'Revoke a key at once, everywhere',
  positionals: { id: { type: 'string', demandOption: true, describe: 'Id of the key' } },
  options: yesOption,
  examples: [['keys revoke 4fK2 --yes', 'Without confirmation']],
  run: async ({ id, yes }, { out, client }) => {
    const { api } = await client();
    const params = { path: { key_id: id } };
    const { name } = await answerOf(api.GET('/api/keys/{key_id}', { params }));
    await confirmUnless(
      yes,
      `This revokes the key ${id}${name === null ? '' : ` ("${oneLine(name)}")`} at once, everywhere.`,
    );
    await answerOf(api.DELETE('/api/keys/{key_id}', { params }));
    out.show({ id, revoked: true }, () => `Revoked the key ${id}.`);
  },
});
