import { conversationId } from '../../arguments/options.ts';
import { verb } from '../../command.ts';
import { valueAt } from '../../follow/kept-event.ts';
import { styleOf } from '../../output/statuses.ts';
import { details } from '../../output/table.ts';
import { type Conversation, conversationOf, withoutSessionKey } from './conversation.ts';

export const getConversation = verb({
  command: 'get <id>',
  aliases: ['show', 'view'],
  describe: 'Show a conversation, with what it has cost',
  positionals: conversationId,
  options: {
    'session-key': {
      type: 'boolean',
      describe: 'With --json: also the key by which programs talk to the agent',
    },
  },
  examples: [['conversations get 0193c0ffee', 'Its state, repository, model and costs']],
  run: async ({ id, 'session-key': withKey }, { out, client }) => {
    const found = await conversationOf(await client(), id);
    out.show(withKey ? found : withoutSessionKey(found), () =>
      details([
        ['Id', found.id],
        ['Title', found.title ?? ''],
        ['Sandbox', found.sandbox_id],
        ['Status', found.sandbox_status, (text) => out.paint(styleOf(text), text)],
        ['Agent', found.execution_status],
        ['Reason', found.status_detail],
        ['Repository', repositoryOf(found)],
        ['Model', found.llm_model],
        ['Cost of the model', dollars(valueAt(found.metrics, 'accumulated_cost'))],
        ['Cost of the sandbox', dollars(valueAt(found.metrics, 'sandbox_cost_usd'))],
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

function dollars(amount: unknown): string | null {
  return typeof amount === 'number' || typeof amount === 'string' ? `$${Number(amount).toFixed(4)}` : null;
}
