import { metricsOf } from '../../../../shared/presentation/conversations.ts';
import { count, dollars } from '../../../../shared/presentation/money.ts';
import { conversationId } from '../../arguments/options.ts';
import { verb } from '../../command.ts';
import { styleOf } from '../../output/statuses.ts';
import { type Conversation, conversationOf, withoutSessionKey } from './conversation.ts';

export const getConversation = verb({
  command: 'get <id>',
  aliases: ['show', 'view'],
  describe: 'Show a conversation and its cost',
  positionals: conversationId,
  options: {
    'session-key': {
      type: 'boolean',
      describe: 'With --json: include the key of its agent server',
    },
  },
  examples: [['conversations get 0193c0ffee', 'State, repository, model, cost']],
  run: async ({ id, 'session-key': withKey }, { out, client }) => {
    const found = await conversationOf(await client(), id);
    const costs = metricsOf(found);
    out.show(withKey ? found : withoutSessionKey(found), () =>
      out.details([
        ['Id', found.id],
        ['Title', found.title ?? ''],
        ['Sandbox', found.sandbox_id],
        ['Status', found.sandbox_status, (text) => out.paint(styleOf(text), text)],
        ['Agent', found.execution_status],
        ['Reason', found.status_detail],
        ['Repository', repositoryOf(found)],
        ['Model', found.llm_model],
        ['Cost of the model', costs.modelCost === undefined ? null : dollars(costs.modelCost)],
        ['Cost of the sandbox', costs.sandboxCost === undefined ? null : dollars(costs.sandboxCost)],
        ...costs.tokens.map((one) => [one.label, count(one.count)] as const),
        ['Created', out.bothTimes(found.created_at)],
        ['Updated', out.bothTimes(found.updated_at)],
      ]),
    );
  },
});

function repositoryOf({ selected_repository: name, selected_branch: branch }: Conversation): string | null {
  if (name === null) return null;
  return branch === null ? name : `${name} (${branch})`;
}
