import { answerOf } from '../../../../shared/client/answer-of.ts';
import { sandboxId, yesOption } from '../../arguments/options.ts';
import { verb } from '../../command.ts';
import { confirmUnless } from '../../session/prompts.ts';
import { sandboxById } from './sandbox.ts';

export const deleteSandbox = verb({
  command: 'delete <id>',
  aliases: ['rm'],
  describe: 'Delete a sandbox and its files',
  positionals: sandboxId,
  options: yesOption,
  examples: [['sandboxes delete 0193c0ffee --yes', 'Without confirmation']],
  run: async ({ id, yes }, { out, client }) => {
    const service = await client();
    await sandboxById(service, id);
    await confirmUnless(yes, `This deletes the sandbox ${id} and its files.`);
    const path = { sandbox_id: id };
    await answerOf(service.api.DELETE('/api/v1/sandboxes/{sandbox_id}', { params: { path } }));
    out.show({ id, deleted: true }, () => `Deleted the sandbox ${id}.`);
  },
});
